//! Two matches side by side: two versions against the same opponent, or one match at two limits.
//!
//! What must hold: nothing is compared that was not played by two players, and results of single
//! openings only where both matches have the same ones under the same numbers.

use super::played_on;
use super::progress::Progress;
use super::shared::{PairResult, ReportError, words};
use super::told::Report;
use crate::page;
use matches::observers::effort::Effort;
use matches::observers::tables::Endings;
use matches::players::head::PlayerHead;
use matches::referee::finished::Reason;
use matches::stats::text::{estimate, number, percent, strength};
use matches::stats::{Counts, GamePoints, Interval, Sample};
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

const TEMPLATE: &str = include_str!("against.html");
const SCRIPT: &str = include_str!("against.js");

/// How many pairs that came out differently are listed.
const LISTED: usize = 50;

/// Two-sided 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// What the template is filled with.
#[derive(Serialize)]
struct Comparison {
    verdict: String,
    /// The players of each match, A first.
    names: [[String; 2]; 2],
    played_on: [String; 2],
    rows: Vec<Row>,
    /// What is known of the openings that both have.
    common: Option<Common>,
    settings: Vec<[String; 3]>,
}

/// A row of the table of figures.
#[derive(Serialize)]
struct Row {
    name: String,
    values: [String; 2],
    difference: String,
}

/// The openings that both matches have under the same numbers.
#[derive(Serialize)]
struct Common {
    pairs: usize,
    difference: String,
    changed: usize,
    list: Vec<[String; 3]>,
}

/// The page on `one` match and `other`, seen from their first players.
///
/// # Errors
/// If either is not of two players, or the page cannot be put together.
pub fn against(one: &Report, other: &Report) -> Result<String, ReportError> {
    #[derive(Serialize)]
    struct Whole<'a> {
        page: Comparison,
        style: &'a str,
        script: String,
        data: String,
    }
    let both = [one, other];
    if both.iter().any(|report| !report.head.is_of_two()) {
        return Err(ReportError::NotOfTwo);
    }
    let data = page::script_data(&both.map(|report| Progress::new(&report.pairs, None)))?;
    let whole = Whole {
        page: Comparison::new(both),
        style: page::STYLE,
        script: [page::CHART, SCRIPT].join("\n"),
        data,
    };
    Ok(page::render(TEMPLATE, whole)?)
}

impl Comparison {
    fn new(both: [&Report; 2]) -> Self {
        let counts = both.map(|report| report.standings.between(0, 1));
        let elo = counts.map(|counts| Sample::from(&counts.pairs).elo());
        let common = is_same_course(both).then(|| Common::new(both.map(|it| &it.pairs[..])));
        Self {
            verdict: verdict(elo),
            names: both.map(names),
            played_on: both.map(|report| played_on::words(&report.aside)),
            rows: rows(both, &counts, elo),
            common: common.filter(|common| common.pairs > 0),
            settings: settings(both),
        }
    }
}

fn names(report: &Report) -> [String; 2] {
    let name = |player| {
        let player = report.head.players.get(player);
        player.map(PlayerHead::name).unwrap_or_default()
    };
    [name(0), name(1)]
}

/// Whether pairs with the same number begin at the same opening.
fn is_same_course([one, other]: [&Report; 2]) -> bool {
    one.head.openings == other.head.openings && one.head.seed == other.head.seed
}

/// The difference of two independent estimates, the first less the second, and its 95 % error.
fn difference([one, other]: [Option<Interval>; 2]) -> Option<[f64; 2]> {
    let (one, other) = (one?, other?);
    let error = one.error()?.hypot(other.error()?);
    let value = one.value - other.value;
    (value.is_finite() && error.is_finite()).then_some([value, error])
}

fn verdict(elo: [Option<Interval>; 2]) -> String {
    match difference(elo) {
        None => by_ends(elo)
            .unwrap_or("Too little is known of either match to compare them.".to_owned()),
        Some([value, error]) if value > error => {
            format!("A does better in the first match: {value:+.1} ± {error:.1} Elo.")
        }
        Some([value, error]) if value < -error => {
            format!("A does worse in the first match: {value:+.1} ± {error:.1} Elo.")
        }
        Some([value, error]) => {
            format!("The matches do not differ clearly: {value:+.1} ± {error:.1} Elo.")
        }
    }
}

/// What intervals say that are apart where one has no end; `None` where they are not.
fn by_ends(elo: [Option<Interval>; 2]) -> Option<String> {
    let [Some(one), Some(other)] = elo else {
        return None;
    };
    let does = match () {
        () if one.low > other.high => "better",
        () if one.high < other.low => "worse",
        () => return None,
    };
    let [one, other] = [one, other].map(|it| estimate(it, 1));
    Some(format!(
        "A does {does} in the first match: {one} against {other} Elo."
    ))
}

fn rows(both: [&Report; 2], counts: &[Counts; 2], elo: [Option<Interval>; 2]) -> Vec<Row> {
    let row = |name: &str, values: [String; 2], difference: String| Row {
        name: name.to_owned(),
        values,
        difference,
    };
    let told = |name, word: &dyn Fn(&Counts) -> String| {
        row(name, [word(&counts[0]), word(&counts[1])], String::new())
    };
    let sample = counts.map(|counts| Sample::from(&counts.pairs));
    let by_pairs = |name, of: &dyn Fn(&Sample) -> Option<Interval>| {
        let values = [of(&sample[0]), of(&sample[1])];
        row(name, values.map(strength), signed(difference(values), 1))
    };
    let figure = |name: String, values: [Option<f64>; 2], digits| {
        let change = values[0].zip(values[1]).map(|(one, other)| one - other);
        Row {
            name,
            values: values.map(|value| number(value, digits)),
            difference: change.map_or_else(String::new, |it| format!("{it:+.digits$}")),
        }
    };
    let mut rows = vec![
        told("games", &|it| it.games.games().to_string()),
        told("won – lost – drawn", &|it| {
            format!(
                "{} – {} – {}",
                it.games.wins, it.games.losses, it.games.draws
            )
        }),
        row(
            "score",
            sample
                .each_ref()
                .map(|it| percent(it.score().map(|it| it.value), 1)),
            String::new(),
        ),
        row(
            "Elo by pairs",
            elo.map(strength),
            signed(difference(elo), 1),
        ),
        by_pairs("normalized Elo", &Sample::nelo),
        told("pairs of 0, ½, 1, 1½, 2 points", &|it| {
            it.pairs.0.map(|count| count.to_string()).join(" – ")
        }),
        figure(
            "games won by sente, %".to_owned(),
            both.map(|it| (it.games > 0).then(|| it.tables.share_won_by(0))),
            1,
        ),
        figure(
            "moves a game".to_owned(),
            both.map(|it| it.tables.mean_plies()),
            1,
        ),
    ];
    for (player, letter) in ["A", "B"].into_iter().enumerate() {
        let effort = |of: &dyn Fn(&Effort) -> Option<f64>| {
            both.map(|it| it.tables.efforts().get(player).and_then(of))
        };
        rows.push(figure(
            format!("{letter}: mean depth"),
            effort(&|it| it.depth()),
            1,
        ));
        rows.push(figure(
            format!("{letter}: nodes a move"),
            effort(&|it| it.nodes()),
            0,
        ));
        rows.push(figure(
            format!("{letter}: ms a move"),
            effort(&|it| it.ms()),
            1,
        ));
        let speed = effort(&|it| it.nodes_per_second());
        rows.push(figure(format!("{letter}: nodes a second"), speed, 0));
    }
    rows.extend(endings(both));
    rows.retain(|row| row.values.iter().any(|value| value != "n/a"));
    rows
}

/// A row for each way in which games ended: what share of the games.
fn endings(both: [&Report; 2]) -> Vec<Row> {
    let shares = both.map(|report| {
        let total = report.games.max(1) as f64;
        let share = |(reason, it): (Reason, &Endings)| {
            let count = it.won.iter().sum::<u64>() + it.drawn;
            (reason, 100.0 * count as f64 / total)
        };
        report
            .tables
            .reasons()
            .map(share)
            .collect::<BTreeMap<_, _>>()
    });
    let reasons: BTreeSet<_> = shares.iter().flat_map(|it| it.keys().copied()).collect();
    let row = |reason| {
        let [one, other] = shares
            .each_ref()
            .map(|it| it.get(&reason).copied().unwrap_or(0.0));
        Row {
            name: format!("ended by {}, %", words(reason.name())),
            values: [one, other].map(|share| format!("{share:.1}")),
            difference: format!("{:+.1}", one - other),
        }
    };
    reasons.into_iter().map(row).collect()
}

fn signed(difference: Option<[f64; 2]>, digits: usize) -> String {
    difference.map_or_else(String::new, |[value, error]| {
        format!("{value:+.digits$} ± {error:.digits$}")
    })
}

/// The fields of the matches that differ.
fn settings([one, other]: [&Report; 2]) -> Vec<[String; 3]> {
    let (one, other) = (one.head.fields(), other.head.fields());
    let names: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let text = |value: Option<&Value>| match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    };
    names
        .into_iter()
        .filter(|name| one.get(*name) != other.get(*name))
        .map(|name| [words(name), text(one.get(name)), text(other.get(name))])
        .collect()
}

impl Common {
    fn new(both: [&[PairResult]; 2]) -> Self {
        let points = |pair: &PairResult| pair.points.map(half_points).iter().sum::<u32>();
        let other: BTreeMap<u64, u32> = both[1]
            .iter()
            .map(|pair| (pair.number, points(pair)))
            .collect();
        let met = |pair: &PairResult| Some((pair.number, points(pair), *other.get(&pair.number)?));
        let met: Vec<_> = both[0].iter().filter_map(met).collect();
        let count = met.len() as f64;
        // In shares of the points of a pair.
        let changes: Vec<f64> = met
            .iter()
            .map(|(_, one, other)| (f64::from(*one) - f64::from(*other)) / 4.0)
            .collect();
        let mean = changes.iter().sum::<f64>() / count;
        let spread = changes.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / count;
        let error = Z * (spread / count).sqrt();
        let changed = met.iter().filter(|(_, one, other)| one != other);
        let row = |(number, one, other): &(u64, u32, u32)| {
            let text = |points: &u32| (f64::from(*points) / 2.0).to_string();
            [(2 * number).to_string(), text(one), text(other)]
        };
        Self {
            pairs: met.len(),
            difference: format!("{:+.1} ± {:.1} %", 100.0 * mean, 100.0 * error),
            changed: changed.clone().count(),
            list: changed.take(LISTED).map(row).collect(),
        }
    }
}

fn half_points(points: GamePoints) -> u32 {
    points.half_points() as u32
}

#[cfg(test)]
mod tests {
    use super::super::tests::games;
    use super::*;
    use matches::journal::aside::Aside;
    use matches::journal::head::Head;

    fn report(results: &str, seed: u64) -> Report {
        let mut head = Head::of_test(1);
        head.seed = seed;
        let mut report = Report::new(head, None, Aside::default());
        for game in games(results) {
            report.add(&game).unwrap();
        }
        report
    }

    #[test]
    fn what_differs_is_told_and_what_is_the_same_is_not() {
        let (one, other) = (
            report(&"WWWLWWDW".repeat(20), 1),
            report(&"LLWLLLDW".repeat(20), 1),
        );
        let page = against(&one, &other).unwrap();
        assert!(page.contains("A does better in the first match"), "{page}");
        assert!(page.contains("Nothing that a journal tells"));
        assert!(
            page.contains("On the 80 openings") && page.contains("40 pairs came out differently")
        );
        let page = against(&other, &one).unwrap();
        assert!(page.contains("A does worse in the first match"));
        // Other openings: no pair can be compared.
        let page = against(&one, &report("WL", 2)).unwrap();
        assert!(!page.contains("openings that both"));
        assert!(page.contains("<th>seed</th><td><code>1</code></td><td><code>2</code></td>"));
        let page = against(&one, &report("", 1)).unwrap();
        assert!(page.contains("Too little is known"));
    }

    #[test]
    fn a_tournament_is_refused() {
        let mut three = report("", 1);
        three.head.players.push(three.head.players[0].clone());
        assert!(matches!(
            against(&three, &three),
            Err(ReportError::NotOfTwo)
        ));
    }
}
