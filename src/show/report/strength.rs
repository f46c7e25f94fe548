//! What the page says of the players' strength: of two, estimates, pairs and the test; of more,
//! ratings and the cross table.

use super::Figure;
use crate::language::Language::{self, English, Japanese};
use matches::contest::schedule::letter;
use matches::observers::tally::{Standings, share_of_points};
use matches::stats::text::{ends, estimate, percent, score, strength};
use matches::stats::{
    Counts, Estimates, Hypotheses, Hypothesis, Interval, Model, Report, Trinomial, Verdict,
};
use serde::Serialize;

/// A's points of pairs.
const POINTS: [&str; 5] = ["0", "½", "1", "1½", "2"];

/// The strength of A against B.
#[derive(Serialize)]
pub(super) struct Duel {
    /// The match in one sentence.
    pub verdict: String,
    /// The large figures at the top.
    pub figures: Vec<Figure>,
    estimates: [EstimateRow; 4],
    statistics: String,
    pairs: Vec<Bar>,
    has_pairs: bool,
    test: Option<String>,
}

/// A row of the table of estimates.
#[derive(Serialize)]
struct EstimateRow {
    name: &'static str,
    /// By pairs and by games: the value and its interval.
    by: [[String; 2]; 2],
}

/// A bar of the table of pairs.
#[derive(Serialize)]
struct Bar {
    name: String,
    count: u64,
    /// Its length in percent of the longest.
    length: f64,
}

impl Duel {
    /// What `counts` say, and `verdict`, the decision of `test`.
    pub fn new(
        counts: &Counts,
        test: Option<&Hypotheses>,
        verdict: Option<Verdict>,
        language: Language,
    ) -> Self {
        let report = Report::of_match(counts, test);
        let estimates = estimates(&report);
        Self {
            verdict: sentence(&estimates[0], test.map(|test| (test, verdict)), language),
            figures: figures(counts, &estimates[0], language),
            estimates: estimate_rows(&estimates, language),
            statistics: language.read(&report.to_string()),
            pairs: bars(counts, language),
            has_pairs: counts.pairs.pairs() > 0,
            test: test.map(ToString::to_string),
        }
    }
}

/// By pairs and by games.
fn estimates(report: &Report) -> [Estimates; 2] {
    let nothing = Estimates {
        score: None,
        elo: None,
        nelo: None,
        los: None,
    };
    let pairs = report.pairs.as_ref().map(|pairs| pairs.estimates);
    let games = report.games.as_ref().map(|games| games.estimates);
    [pairs, games].map(|estimates| estimates.unwrap_or(nothing))
}

fn figures(counts: &Counts, estimates: &Estimates, language: Language) -> Vec<Figure> {
    let games = counts.games;
    let elo = estimates.elo.map_or_else(
        || "n/a".to_owned(),
        // The space that does not break keeps the sign with the error where a tile is narrow.
        |elo| language.read(&estimate(elo, 1)).replace("± ", "±\u{a0}"),
    );
    let figures = [
        (["games", "局数"], games.games().to_string()),
        (
            ["won – lost – drawn", "勝 – 敗 – 分"],
            format!("{} – {} – {}", games.wins, games.losses, games.draws),
        ),
        (
            ["score", "得点率"],
            percent(estimates.score.map(|score| score.value), 1),
        ),
        (["Elo, 95 %", "Elo、95 %信頼区間"], elo),
        (["superiority", "優越確率"], percent(estimates.los, 1)),
    ];
    figures.map(|figure| named(figure, language)).to_vec()
}

fn named(([english, japanese], value): ([&'static str; 2], String), language: Language) -> Figure {
    let name = language.of(english, japanese);
    Figure { name, value }
}

fn estimate_rows(by: &[Estimates; 2], language: Language) -> [EstimateRow; 4] {
    let row =
        |[english, japanese]: [&'static str; 2], word: fn(&Estimates) -> String| EstimateRow {
            name: language.of(english, japanese),
            by: by
                .each_ref()
                .map(|it| apart(&word(it)).map(|it| language.read(&it))),
        };
    [
        row(["Score", "得点率"], |it| score(it.score)),
        row(["Elo", "Elo"], |it| strength(it.elo)),
        row(["Normalized Elo", "正規化Elo"], |it| strength(it.nelo)),
        row(["Likelihood of superiority", "優越確率"], |it| {
            percent(it.los, 2)
        }),
    ]
}

/// The value and the interval, if it has one, of a text such as
/// `+25.76 ± 21.47 (95 %: +4.39 to +47.32)`.
fn apart(text: &str) -> [String; 2] {
    let (value, interval) = text.split_once(" (95 %").unwrap_or((text, ""));
    let interval = interval.trim_start_matches(": ").trim_end_matches(')');
    [value, interval].map(str::to_owned)
}

fn bars(counts: &Counts, language: Language) -> Vec<Bar> {
    let longest = counts.pairs.0.into_iter().max().unwrap_or_default().max(1);
    let bar = |(points, count)| Bar {
        name: language.fill(["{0} of 2", "{0}点"], &[&points]),
        count,
        length: 100.0 * count as f64 / longest as f64,
    };
    let bars = POINTS.into_iter().zip(counts.pairs.0);
    bars.map(bar).collect()
}

/// The match in one sentence: what has been found out about A. A test that has decided has the word; otherwise the 95 %
/// interval of the Elo difference has.
fn sentence(
    estimates: &Estimates,
    test: Option<(&Hypotheses, Option<Verdict>)>,
    language: Language,
) -> String {
    let found = language.read(&strength(estimates.elo));
    match test {
        Some((test, Some(verdict))) => decided(test, &verdict, &found, language),
        Some((_, None)) => {
            let forms = [
                "The test is undecided: continue. Elo {0}.",
                "検定は未決着、続行。Elo {0}。",
            ];
            language.fill(forms, &[&found])
        }
        None => by_interval(estimates, &found, language),
    }
}

fn decided(test: &Hypotheses, verdict: &Verdict, found: &str, language: Language) -> String {
    let unit = match test.model {
        Model::Normalized => "nElo",
        Model::Logistic => "Elo",
    };
    let pairs = verdict.pairs;
    let (forms, bound) = match verdict.accepted {
        Hypothesis::H1 => (
            [
                "A passes: after {0} pairs the test accepts H1, at least {1} {2}. Elo {3}.",
                "Aは合格：{0}ペアで検定はH1（{1} {2}以上）を採択。Elo {3}。",
            ],
            test.elo1,
        ),
        Hypothesis::H0 => (
            [
                "A fails: after {0} pairs the test accepts H0, not above {1} {2}. Elo {3}.",
                "Aは不合格：{0}ペアで検定はH0（{1} {2}以下）を採択。Elo {3}。",
            ],
            test.elo0,
        ),
    };
    language.fill(forms, &[&pairs, &format!("{bound:+}"), &unit, &found])
}

fn by_interval(estimates: &Estimates, found: &str, language: Language) -> String {
    let Some(elo) = estimates.elo else {
        let (english, japanese) = (
            "Nothing is known yet: no pair of games has been finished.",
            "まだ何も分からない。終わったペアがない。",
        );
        return language.of(english, japanese).to_owned();
    };
    let forms = if elo.low > 0.0 {
        [
            "A is stronger than B: Elo {0}; likelihood of superiority {1}.",
            "AはBより強い：Elo {0}、優越確率 {1}。",
        ]
    } else if elo.high < 0.0 {
        [
            "A is weaker than B: Elo {0}; likelihood of superiority {1}.",
            "AはBより弱い：Elo {0}、優越確率 {1}。",
        ]
    } else {
        [
            "Undecided: either may be stronger. Elo {0}; likelihood of superiority {1}.",
            "優劣は決まっていない：Elo {0}、優越確率 {1}。",
        ]
    };
    language.fill(forms, &[&found, &percent(estimates.los, 1)])
}

/// The ratings of all players.
#[derive(Serialize)]
pub(super) struct Tournament {
    /// The tournament in one sentence.
    pub verdict: String,
    /// The large figures at the top.
    pub figures: Vec<Figure>,
    /// By player, the best first, or in their order without ratings.
    rows: Vec<Rated>,
    /// The letters of the players in their order, the columns of the cross table.
    columns: Vec<char>,
    /// Where the ratings are fixed.
    level: String,
}

/// A player's row.
#[derive(Serialize)]
struct Rated {
    letter: char,
    rating: Option<Rating>,
    games: u64,
    score: String,
    /// Won–lost–drawn against each player; empty against itself.
    against: Vec<String>,
}

/// A rating, in words and as a bar on an axis of 0 to 100 that all players share.
#[derive(Serialize)]
struct Rating {
    elo: String,
    interval: String,
    bar: [f64; 3],
}

impl Tournament {
    /// What `standings` say.
    pub fn new(standings: &Standings, language: Language) -> Self {
        let players = standings.players();
        let ratings = standings.ratings();
        let ranking = match &ratings {
            Ok(ratings) => Standings::ranking(ratings),
            Err(_) => (0..players).collect(),
        };
        let verdict = match &ratings {
            Ok(ratings) => leader(&ranking, ratings, language),
            Err(error) => language.fill(
                [
                    "No ratings yet: {0}.",
                    "レーティングはまだ出せない。全員がつながる対局が必要。",
                ],
                &[error],
            ),
        };
        let level = standings.level(ratings.as_deref().unwrap_or_default());
        let ratings = ratings.unwrap_or_default();
        let row = |&player: &usize| Rated::new(standings, player, &ratings, language);
        let figures = [
            (["games", "局数"], standings.games().to_string()),
            (["players", "対局者"], players.to_string()),
        ];
        Self {
            verdict,
            figures: figures.map(|figure| named(figure, language)).to_vec(),
            rows: ranking.iter().map(row).collect(),
            columns: (0..players).map(letter).collect(),
            level: language.read(&level),
        }
    }
}

impl Rated {
    fn new(standings: &Standings, player: usize, ratings: &[Interval], language: Language) -> Self {
        let games = standings.of(player);
        let against = (0..standings.players()).map(|other| {
            if other == player {
                return String::new();
            }
            let Trinomial {
                wins,
                losses,
                draws,
            } = standings.between(player, other).games;
            format!("{wins} – {losses} – {draws}")
        });
        Self {
            letter: letter(player),
            rating: ratings
                .get(player)
                .map(|it| Rating::new(*it, ratings, language)),
            games: games.games(),
            score: percent(share_of_points(games), 1),
            against: against.collect(),
        }
    }
}

impl Rating {
    fn new(rating: Interval, all: &[Interval], language: Language) -> Self {
        let known = all.iter().flat_map(|it| [it.low, it.value, it.high]);
        let known = known.filter(|elo| elo.is_finite());
        let [lowest, highest] = known
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], elo| {
                [low.min(elo), high.max(elo)]
            });
        let place = |elo: f64| {
            let elo = elo.clamp(lowest, highest);
            100.0 * (elo - lowest) / (highest - lowest).max(1.0)
        };
        let Interval { low, value, high } = rating;
        let says_more = value.is_finite() && !rating.is_point();
        Self {
            elo: language.read(&estimate(rating, 1)),
            interval: if says_more {
                language.read(&ends(rating, 1))
            } else {
                String::new()
            },
            bar: [low, value, high].map(place),
        }
    }
}

/// Who is ahead, and whether the intervals of the first two are apart.
fn leader(ranking: &[usize], ratings: &[Interval], language: Language) -> String {
    let [first, second, ..] = ranking else {
        return String::new();
    };
    let (best, next) = (ratings[*first], ratings[*second]);
    let apart = match (language, best.low > next.high) {
        (English, true) => " is the strongest",
        (English, false) => " leads, but others may be as strong",
        (Japanese, true) => "が最も強い",
        (Japanese, false) => "が首位だが、ほかも同じくらい強いかもしれない",
    };
    let (first, second) = (letter(*first), letter(*second));
    let elo = language.read(&strength(Some(best)));
    let next = if next.value.is_finite() {
        format!("{:+.1}", next.value)
    } else {
        language.read(&ends(next, 1))
    };
    let forms = [
        "{0}{1}: Elo {2}; next {3} with {4}.",
        "{0}{1}：Elo {2}。2位は{3}（{4}）。",
    ];
    language.fill(forms, &[&first, &apart, &elo, &second, &next])
}

#[cfg(test)]
mod tests {
    use super::*;
    use matches::stats::{Pentanomial, Sample};

    fn of(counts: [u64; 5]) -> String {
        sentence(
            &Estimates::new(&Sample::from(&Pentanomial(counts))),
            None,
            English,
        )
    }

    #[test]
    fn the_interval_decides_without_a_test() {
        assert!(of([1, 2, 30, 20, 30]).starts_with("A is stronger"));
        assert!(of([30, 20, 30, 2, 1]).starts_with("A is weaker"));
        assert!(of([3, 2, 30, 2, 3]).starts_with("Undecided"));
        assert!(of([0; 5]).starts_with("Nothing is known"));
        assert!(of([0, 0, 0, 0, 9]).starts_with("A is stronger"));
        assert!(of([0, 0, 9, 0, 0]).starts_with("Undecided"));
    }

    #[test]
    fn a_test_has_the_word() {
        let estimates = Estimates::new(&Sample::from(&Pentanomial([1, 2, 30, 20, 30])));
        let test = Hypotheses::new(0.0, 5.0);
        let verdict = |accepted| Verdict {
            accepted,
            pairs: 83,
            llr: 3.0,
        };
        let say = |verdict| sentence(&estimates, Some((&test, verdict)), English);
        let passed = say(Some(verdict(Hypothesis::H1)));
        assert!(
            passed.starts_with("A passes: after 83 pairs the test accepts H1, at least +5 nElo")
        );
        assert!(say(Some(verdict(Hypothesis::H0))).starts_with("A fails"));
        assert!(say(None).starts_with("The test is undecided"));
    }

    fn interval(low: f64, value: f64, high: f64) -> Interval {
        Interval { low, value, high }
    }

    #[test]
    fn the_verdict_names_the_leader_and_whether_others_may_be_as_strong() {
        let ratings = [interval(-30.0, -20.0, -10.0), interval(10.0, 20.0, 30.0)];
        let verdict = leader(&[1, 0], &ratings, English);
        assert!(
            verdict.starts_with("B is the strongest: Elo +20.00"),
            "{verdict}"
        );
        let ratings = [interval(-30.0, -20.0, 15.0), interval(10.0, 20.0, 30.0)];
        let verdict = leader(&[1, 0], &ratings, English);
        assert!(verdict.starts_with("B leads, but"), "{verdict}");
    }

    #[test]
    fn bars_share_an_axis() {
        let ratings = [interval(-50.0, -20.0, -10.0), interval(10.0, 20.0, 50.0)];
        let bars = ratings.map(|rating| Rating::new(rating, &ratings, English).bar);
        assert_eq!(bars, [[0.0, 30.0, 40.0], [60.0, 70.0, 100.0]]);
    }
}
