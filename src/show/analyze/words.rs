//! The sentences on a game, in English and in Japanese: they stand nowhere else.

use super::chance::{Class, Turn, TurningPoint, chance};
use super::phase::Phase;
use super::shares::{Share, by_kind, by_phase};
use super::theme::Theme;
use super::{Analysis, Branch, Judged};
use crate::language::{Language, Reader};
use engine::record::Evaluation;
use engine::record::notation::Notation;
use engine::shogi::Color;

use Language::{English, Japanese};

impl Language {
    /// The name of a class of bad moves.
    pub fn class(self, class: Class) -> &'static str {
        match (self, class) {
            (English, _) => class.name(),
            (Japanese, Class::Inaccuracy) => "緩手",
            (Japanese, Class::Mistake) => "疑問手",
            (Japanese, Class::Blunder) => "悪手",
        }
    }

    /// What was missed, in many cases.
    pub fn theme(self, theme: Theme) -> &'static str {
        let (english, japanese) = match theme {
            Theme::MateInOne => ("mates in one", "1手詰"),
            Theme::MateInThree => ("mates in three", "3手詰"),
            Theme::MateInFive => ("mates in five", "5手詰"),
            Theme::LongMate => ("longer mates", "7手以上の詰み"),
            Theme::Mated => ("being mated", "自玉の詰み"),
            Theme::Hanging => ("hanging pieces", "駒のただ取られ"),
            Theme::Fork => ("forks", "両取り"),
            Theme::Capture => ("captures", "駒得の手"),
            Theme::Promotion => ("promotions", "成り込み"),
            Theme::Material => ("material some moves later", "数手先の駒損得"),
            Theme::Tempo => ("tempi", "手損"),
            Theme::Drop => ("drops", "打つ手"),
            Theme::Check => ("checks", "王手"),
        };
        self.of(english, japanese)
    }

    /// A kind of losses: what was missed, or nothing that has a name.
    pub fn kind(self, kind: Option<Theme>) -> &'static str {
        kind.map_or(self.of("other", "その他"), |theme| self.theme(theme))
    }

    /// The name of a phase.
    pub fn phase(self, phase: Phase) -> &'static str {
        match phase {
            Phase::Opening => self.of("opening", "序盤"),
            Phase::Middle => self.of("middle game", "中盤"),
            Phase::Endgame => self.of("endgame", "終盤"),
        }
    }

    /// What is said where the searches were too short.
    pub fn shallow(self) -> &'static str {
        self.of(
            "So few nodes tell bad moves from good ones by chance only: take 20,000 or more for each position.",
            "ノード数が少なすぎるため、評価は当てになりません。1局面あたり2万以上にしてください。",
        )
    }

    /// A value from Black's side: `+35`, `Black mates in 7`.
    pub fn value(self, evaluation: Evaluation) -> String {
        let (winner, plies) = match evaluation {
            Evaluation::Centipawns(cp) => return format!("{cp:+}"),
            Evaluation::Mate { winner, plies } => (self.side(winner), plies),
        };
        match (self, plies) {
            (English, Some(plies)) => format!("{winner} mates in {plies}"),
            (English, None) => format!("{winner} mates"),
            (Japanese, Some(plies)) => format!("{winner}勝ち {plies}手詰"),
            (Japanese, None) => format!("{winner}勝ち"),
        }
    }

    fn loss(self, it: &Judged, class: Class) -> String {
        let [from, to] = [it.chance, it.chance_after()].map(percent);
        let (class, side) = (self.class(class), self.side(it.side));
        match self {
            English => {
                let article = if class.starts_with('i') { "An" } else { "A" };
                format!("{article} {class}: {side}'s winning chance falls from {from} to {to}.")
            }
            Japanese => format!("{class}：{side}の勝率が{from}から{to}に下がった。"),
        }
    }

    /// How `side` played: the number of bad moves of each class, and its mean loss.
    pub fn summary(self, analysis: &Analysis, side: Color) -> String {
        let totals = Totals::of(analysis, side);
        let counts = Class::ALL.iter().zip(totals.classes);
        let counts = counts.map(|(&class, count)| match self {
            English => format!("{count} {}", plural(class, count)),
            Japanese => format!("{}{count}", self.class(class)),
        });
        let counts: Vec<_> = counts.collect();
        let (mean, same) = (format!("{:.1}", totals.mean_loss / 10.0), totals.same);
        let (moves, name) = (totals.moves, self.player(analysis, side));
        match self {
            English => format!(
                "{name}: {}; {mean} % lost a move; {same} of {moves} moves are the engine's choice",
                counts.join(", ")
            ),
            Japanese => format!(
                "{name}：{}、1手平均{mean}%の損、{moves}手中{same}手が最善手と一致",
                counts.join("、")
            ),
        }
    }

    /// A side with the name of its player.
    pub fn player(self, analysis: &Analysis, side: Color) -> String {
        let name = &analysis.record.names[side.array_index()];
        let side = self.side(side);
        match name.as_str() {
            "" => side.to_owned(),
            name => format!("{side} ({name})"),
        }
    }
}

/// The same words with moves in each notation, by the name that pages have for it.
pub type InNotations = [(&'static str, String); 3];

/// What `words` says to `reader` in each notation.
pub fn in_notations(reader: Reader, words: impl Fn(Reader) -> String) -> InNotations {
    let mut named = [
        ("japanese", Notation::Japanese),
        ("western", Notation::Western),
        ("usi", Notation::Usi),
    ];
    if reader.language == Language::English {
        // The usual one first: it is what is seen without scripts.
        named.swap(0, 1);
    }
    named.map(|(name, notation)| {
        let notation = Some(notation);
        (name, words(Reader { notation, ..reader }))
    })
}

impl Reader {
    /// The remark on a move; nothing if it is good.
    pub fn judgement(self, it: &Judged) -> String {
        let language = self.language;
        let mut sentences = Vec::new();
        if let Some(class) = it.class {
            sentences.push(language.loss(it, class));
        }
        if let Some(plies) = it.missed_mate {
            sentences.push(match language {
                English => format!("Misses a mate in {plies}."),
                Japanese => format!("{plies}手詰を逃した。"),
            });
        }
        sentences.extend(it.faults.iter().map(|fault| self.fault(fault)));
        if let (Some(better), false) = (it.line_names(self).first(), sentences.is_empty()) {
            sentences.push(match language {
                English if self.notation.is_none() => {
                    format!("Better was {better} ({}).", it.line[0])
                }
                English => format!("Better was {better}."),
                Japanese => format!("最善は{better}。"),
            });
        }
        if let (Some((level, is_seen)), false) = (it.seen, sentences.is_empty()) {
            sentences.push(match (language, is_seen) {
                (English, true) => format!("Level {level} finds better."),
                (English, false) => format!("Level {level} finds nothing better."),
                (Japanese, true) => format!("レベル{level}なら気づく。"),
                (Japanese, false) => format!("レベル{level}は気づかない。"),
            });
        }
        sentences.join(language.of(" ", ""))
    }

    /// What is wrong with a move, after its number and name.
    pub fn faults(self, it: &Judged) -> String {
        let sentences: Vec<_> = it.faults.iter().map(|fault| self.fault(fault)).collect();
        let told = sentences.join(self.language.of(" ", ""));
        let name = it.name(self);
        let forms = ["Move {0}, {1}: {2}", "{0}手目 {1}：{2}"];
        self.language.fill(forms, &[&it.number, &name, &told])
    }

    /// What a branch is called: by the move that it begins with.
    pub fn branch(self, branch: &Branch) -> String {
        let first = branch.analysis.moves.get(branch.after);
        let name = first.map_or_else(String::new, |it| it.name(self));
        let number = branch.after + 1;
        self.language.fill(
            ["Branch: move {0}, {1}", "変化：{0}手目 {1}"],
            &[&number, &name],
        )
    }

    /// What happened at a turning point, and by which move.
    pub fn turning_point(self, analysis: &Analysis, point: &TurningPoint) -> String {
        let it = &analysis.moves[point.number - 1];
        let (language, name, names) = (self.language, it.name(self), it.line_names(self));
        let happened = match (language, point.turn) {
            (English, Turn::Leads(side)) => format!("{} comes to be ahead.", language.side(side)),
            (English, Turn::Turns(side)) => {
                format!("The game turns: {} is ahead now.", language.side(side))
            }
            (English, Turn::Decided(side)) => {
                format!("From here on {} is winning.", language.side(side))
            }
            (English, Turn::MissedMate(plies)) => {
                format!("{} had a mate in {plies}.", language.side(it.side))
            }
            (Japanese, Turn::Leads(side)) => format!("{}が優勢になった。", language.side(side)),
            (Japanese, Turn::Turns(side)) => {
                format!("逆転：{}が優勢になった。", language.side(side))
            }
            (Japanese, Turn::Decided(side)) => {
                format!("ここから{}の勝勢が続く。", language.side(side))
            }
            (Japanese, Turn::MissedMate(plies)) => {
                format!("{}に{plies}手詰があった。", language.side(it.side))
            }
        };
        let better = names.first().filter(|_| it.class.is_some());
        let why = better.map_or_else(String::new, |better| match language {
            English => format!(" Better was {better}."),
            Japanese => format!("最善は{better}。"),
        });
        match language {
            English => format!("Move {}, {name}: {happened}{why}", point.number),
            Japanese => format!("{}手目 {name}：{happened}{why}", point.number),
        }
    }
}

/// What was lost in each phase and by each kind of mistake, Black and White, with its name.
pub fn rows(analysis: &Analysis, language: Language) -> Vec<(&'static str, [Share; 2])> {
    let [black, white] = Color::all().map(|side| by_phase(analysis, side));
    let phases = Phase::ALL.iter().zip(black.into_iter().zip(white));
    let phases = phases.map(|(&phase, (black, white))| (language.phase(phase), [black, white]));
    let kinds = by_kind(analysis).into_iter();
    let kinds = kinds.map(|(kind, shares)| (language.kind(kind), shares));
    phases.chain(kinds).collect()
}

/// A chance as people read it: `62 %`.
pub fn percent(permille: u32) -> String {
    format!("{:.0} %", f64::from(permille) / 10.0)
}

/// The chance of Black to win, as people read it.
pub fn black_percent(evaluation: Evaluation) -> String {
    percent(chance(evaluation, Color::Black))
}

fn plural(class: Class, count: usize) -> &'static str {
    match class {
        _ if count == 1 => class.name(),
        Class::Inaccuracy => "inaccuracies",
        Class::Mistake => "mistakes",
        Class::Blunder => "blunders",
    }
}

/// How a side played, in numbers.
#[derive(Debug, PartialEq)]
pub struct Totals {
    /// How many moves it made.
    pub moves: usize,
    /// How many of them are those that the engine would have made.
    pub same: usize,
    /// How many are bad, by class.
    pub classes: [usize; 3],
    /// How much winning chance it lost in a move on average, in permille.
    pub mean_loss: f64,
}

impl Totals {
    /// Those of `side`.
    pub fn of(analysis: &Analysis, side: Color) -> Self {
        let count = |wanted: &dyn Fn(&Judged) -> bool| {
            analysis.moves_of(side).filter(|it| wanted(it)).count()
        };
        let moves = count(&|_| true);
        let loss: u32 = analysis.moves_of(side).map(|it| it.loss).sum();
        Self {
            moves,
            same: count(&Judged::is_choice),
            classes: Class::ALL.map(|class| count(&|it| it.class == Some(class))),
            mean_loss: f64::from(loss) / moves.max(1) as f64,
        }
    }
}
