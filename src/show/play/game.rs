//! The game that is played: whose turn it is, what has been played, how it ended; and the engine's
//! part in it, its moves and hints.

use super::Setup;
use crate::language::Language;
use crate::texts::Text;
use engine::player::{Engine, Level, Settings};
use engine::record::notation::{MoveError, Notation, read_move};
use engine::record::{Record, Termination};
use engine::search::{Decision, Limits, Score};
use engine::shogi::declaration::{Declaration, EnteringKingRule};
use engine::shogi::game::Game;
use engine::shogi::{Color, Move, Position};
use engine::usi::session::NAME;

/// Who declares a win by entering king wins by this rule: in a handicap game the upper hand is credited
/// with what it gave.
const RULE: EnteringKingRule = EnteringKingRule::CsaRule27H;

/// A game and who plays it.
pub struct PlayedGame {
    game: Game,
    person: Color,
    level: Level,
    opponent: Opponent,
    language: Language,
    notation: Notation,
    /// How it ended, if not by the rules alone.
    end: Option<Termination>,
}

impl PlayedGame {
    /// The game of `setup`.
    pub fn new(setup: Setup) -> Self {
        let mut settings = setup.settings;
        settings.entering_king_rule = RULE;
        Self {
            opponent: Opponent::new(settings, setup.level, setup.time_ms),
            game: setup.game,
            person: setup.person,
            level: setup.level,
            language: setup.language,
            notation: setup.notation,
            end: None,
        }
    }

    /// The first line.
    pub fn welcome(&self) -> String {
        let side = self.side(self.person);
        let (language, level) = (self.language, self.level);
        language.say(Text::Welcome, &[&side, &NAME, &level])
    }

    /// The name of a side; in Japan the giver of a handicap and the taker have names of their own.
    pub fn side(&self, side: Color) -> String {
        let is_handicap = self.game.start().side() == Color::White;
        match (self.language, side) {
            (Language::Japanese, Color::Black) if is_handicap => {
                self.language.say(Text::LowerHand, &[])
            }
            (Language::Japanese, Color::White) if is_handicap => {
                self.language.say(Text::UpperHand, &[])
            }
            _ => self.language.side(side).to_owned(),
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// How strong the engine plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Plays at `level` from now on.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.opponent.set_level(level);
    }

    /// How the game ended.
    fn ending(&self) -> Option<Termination> {
        self.end.or_else(|| self.game.ending(None).map(Into::into))
    }

    /// How the game ended, in words.
    pub fn result(&self) -> Option<String> {
        let reason = self.ending()?;
        let mover = self.position().side();
        let (text, side) = match reason {
            Termination::Resignation => (Text::Resigns, mover),
            Termination::Mate => (Text::IsMated, mover),
            Termination::Declaration => (Text::Declares, mover),
            Termination::PerpetualCheck { loser } => (Text::Perpetual, loser),
            Termination::Repetition => (Text::FourthTime, mover),
            _ => (Text::Over, mover),
        };
        let how = self.language.say(text, &[&self.side(side)]);
        let outcome = match reason.winner(mover) {
            Some(winner) if winner == self.person => Text::YouWin,
            Some(_) => Text::YouLose,
            None => Text::Draw,
        };
        Some(self.language.say(outcome, &[&how]))
    }

    fn refuse_if_over(&self) -> Result<(), String> {
        match self.ending() {
            Some(_) => Err(self.language.say(Text::IsOver, &[])),
            None => Ok(()),
        }
    }

    /// Makes the person's move.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        self.refuse_if_over()?;
        let refused = |error| match error {
            MoveError::Unknown(text) => self.language.say(Text::NoMoveHere, &[&text]),
            MoveError::Ambiguous { text, moves } => {
                self.language.say(Text::SeveralMoves, &[&text, &moves])
            }
            MoveError::Illegal(mv) => self.language.say(Text::NotLegal, &[&mv]),
        };
        let mv = read_move(&self.game, text).map_err(refused)?;
        self.game.play(mv).map_err(|error| error.to_string())
    }

    /// The name of a move of the position, and USI's where that is another.
    fn named(&self, mv: Move) -> String {
        let last = self.game.moves().last().map(|mv| mv.to());
        let name = self.notation.line(self.position(), last, &[mv]).concat();
        let usi = mv.to_string();
        if name == usi {
            usi
        } else {
            format!("{name} ({usi})")
        }
    }

    /// Lets the engine move if it is its turn, and says what it did.
    pub fn answer(&mut self) -> Option<String> {
        let turn = self.position().side();
        if turn == self.person || self.ending().is_some() {
            return None;
        }
        match self.opponent.decide(&self.game) {
            Decision::Play { best, .. } => {
                let name = self.named(best);
                self.game.play(best).ok()?;
                Some(name)
            }
            Decision::Resign => {
                self.end = Some(Termination::Resignation);
                None
            }
            Decision::DeclareWin => {
                self.end = Some(Termination::Declaration);
                None
            }
        }
    }

    /// What to play, in words.
    pub fn hint(&mut self) -> String {
        if let Err(refusal) = self.refuse_if_over() {
            return refusal;
        }
        let (line, score) = self.opponent.hint(&self.game);
        let Some(&best) = line.first() else {
            return self.language.say(Text::NoMoveLeft, &[]);
        };
        let last = self.game.moves().last().map(|mv| mv.to());
        let names = self.notation.line(self.position(), last, &line);
        let names: Vec<_> = names.into_iter().take(LINE).collect();
        let (name, value) = (self.named(best), self.value(score));
        self.language
            .say(Text::Hint, &[&name, &value, &names.join(" ")])
    }

    /// A value in words, for the side to move.
    fn value(&self, score: Score) -> String {
        let language = self.language;
        match score {
            Score::Cp(cp) => language.say(Text::ValueForYou, &[&format!("{cp:+}")]),
            Score::Mate(plies) if plies > 0 => language.say(Text::YouMate, &[&plies]),
            Score::Mate(plies) => language.say(Text::YouAreMatedIn, &[&-plies]),
            Score::Mated => language.say(Text::YouAreMated, &[]),
        }
    }

    /// Takes back moves until it was the person's turn before, and says so.
    pub fn undo(&mut self) -> Result<String, String> {
        let own = |game: &Game| game.position().side() == self.person;
        if self.end.is_some() && own(&self.game) {
            self.end = None;
            return Ok(self.language.say(Text::EndTakenBack, &[]));
        }
        let mut game = self.game.before_last();
        let mut taken = 1;
        while let Some(before) = game.as_ref().filter(|game| !own(game)) {
            game = before.before_last();
            taken += 1;
        }
        let Some(game) = game else {
            return Err(self.language.say(Text::NothingToTakeBack, &[]));
        };
        self.game = game;
        self.end = None;
        let text = if taken == 1 {
            Text::OneTakenBack
        } else {
            Text::TakenBack
        };
        Ok(self.language.say(text, &[&taken]))
    }

    /// The person gives up.
    pub fn resign(&mut self) -> Result<(), String> {
        self.refuse_if_over()?;
        self.end = Some(Termination::Resignation);
        Ok(())
    }

    /// The person claims a win; a wrong claim is refused and costs nothing.
    pub fn declare(&mut self) -> Result<(), String> {
        self.refuse_if_over()?;
        match RULE.verdict(self.position()) {
            Declaration::Win => {
                self.end = Some(Termination::Declaration);
                Ok(())
            }
            _ => Err(self.language.say(Text::CannotDeclare, &[&RULE])),
        }
    }

    /// The moves so far.
    pub fn moves(&self) -> String {
        let names = self
            .notation
            .line(self.game.start(), None, self.game.moves());
        if names.is_empty() {
            return self.language.say(Text::NoMoveYet, &[]);
        }
        names.join(" ")
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        let engine = format!("{NAME} level {}", self.level);
        record.names[self.person.flip().array_index()] = engine;
        record.ending = Some(self.ending().unwrap_or(Termination::Interrupted).into());
        record
    }
}

/// The nodes of a hint: half a second or so.
const HINT_NODES: u64 = 200_000;
/// Memory for what hints know, in MiB.
const HINT_HASH_MB: usize = 16;
/// How many moves of a line are shown.
const LINE: usize = 5;

/// The engine that plays against the person.
struct Opponent {
    engine: Engine,
    /// Who gives hints; made when the first is asked for.
    adviser: Option<Engine>,
    settings: Settings,
    time_ms: u64,
}

impl Opponent {
    /// An engine with `settings` at `level` that thinks `time_ms` milliseconds about a move at most.
    pub fn new(settings: Settings, level: Level, time_ms: u64) -> Self {
        let engine = Engine::new(settings.clone().at_level(level));
        Self {
            engine,
            adviser: None,
            settings,
            time_ms,
        }
    }

    /// Plays at `level` from now on.
    pub fn set_level(&mut self, level: Level) {
        let settings = self.settings.clone().at_level(level);
        self.engine.configure(&settings);
    }

    /// What it does in the last position of `game`.
    pub fn decide(&mut self, game: &Game) -> Decision {
        self.engine.set_game(game.clone());
        let limits = Limits {
            move_time_ms: Some(self.time_ms),
            ..Limits::none()
        };
        self.engine.search(limits, &mut ()).decision
    }

    /// What it would play in the last position of `game` at full strength, and how that goes on; and what the
    /// position is worth.
    pub fn hint(&mut self, game: &Game) -> (Vec<Move>, Score) {
        let settings = &self.settings;
        let adviser = self.adviser.get_or_insert_with(|| {
            Engine::new(Settings {
                hash_mb: HINT_HASH_MB,
                analysis: true,
                ..settings.clone()
            })
        });
        adviser.set_game(game.clone());
        let outcome = adviser.search(Limits::nodes(HINT_NODES), &mut ());
        (outcome.info.pv, outcome.score)
    }
}
