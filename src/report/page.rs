//! The page without its drawings: what the template `page.html` is filled with.

use super::duel::Duel;
use super::games::words;
use super::progress::Progress;
use super::results::{self, Ending, Lost, Row};
use super::times::{self, Overrun, Spent};
use super::tournament::Tournament;
use super::{MOST_SHOWN, Pair, ReportError};
use crate::selfplay::contest::schedule::letter;
use crate::selfplay::journal::head::player_key;
use crate::selfplay::observers::effort::Effort;
use crate::selfplay::observers::standings::Standings;
use crate::selfplay::observers::tables::Tables;
use crate::selfplay::players::limit::MoveLimit;
use crate::selfplay::referee::finished::FinishedGame;
use crate::selfplay::referee::finished::PLAYERS;
use crate::stats::Hypotheses;
use crate::stats::text::number;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;
use serde_json::{Map, Value};

/// Its name ends in `.html`, by which the template engine knows to escape what it is given.
const TEMPLATE: (&str, &str) = ("page.html", include_str!("page.html"));
const STYLE: &str = include_str!("page.css");
const SCRIPTS: [&str; 3] = [
    include_str!("chart.js"),
    include_str!("board.js"),
    include_str!("browser.js"),
];

/// Everything that is told in words and tables.
#[derive(Serialize)]
pub(super) struct Page {
    players: Vec<Shown>,
    verdict: String,
    figures: Vec<Figure>,
    /// With two players.
    duel: Option<Duel>,
    /// With more.
    tournament: Option<Tournament>,
    colors: Vec<Row>,
    shares: [String; 2],
    reasons: Vec<Ending>,
    spent: Vec<SpentRow>,
    overruns: Vec<Overrun>,
    lost: Vec<Lost>,
    lost_count: usize,
    faults: Vec<Lost>,
    faults_count: usize,
    games: usize,
    most_shown: usize,
    header: Vec<[String; 2]>,
}

/// A player as the page introduces it.
#[derive(Serialize)]
struct Shown {
    letter: char,
    name: String,
    limit: String,
}

/// One of the large figures at the top.
#[derive(Clone, Serialize)]
pub(super) struct Figure {
    /// What it is.
    pub name: &'static str,
    /// The figure, as text.
    pub value: String,
}

/// A row of the table of work and time.
#[derive(Serialize)]
struct SpentRow {
    name: &'static str,
    /// By player.
    values: Vec<String>,
}

impl Page {
    /// The page on a match.
    pub fn new(
        header: &Map<String, Value>,
        games: &[FinishedGame],
        pairs: &[Pair],
        progress: &Progress,
        test: Option<&Hypotheses>,
    ) -> Self {
        let players = Shown::all(header);
        let (mut standings, mut tables) =
            (Standings::new(players.len()), Tables::new(players.len()));
        for pair in pairs {
            standings.add(*pair);
        }
        for game in games {
            tables.add(game);
        }
        let limits: Vec<_> = players
            .iter()
            .map(|it| MoveLimit::read(&it.limit))
            .collect();
        let verdict = progress.test.as_ref().and_then(|path| path.verdict);
        let duel = (players.len() == 2).then(|| Duel::new(&standings.between(0, 1), test, verdict));
        let tournament = (players.len() > 2).then(|| Tournament::new(&standings));
        let (verdict, figures) = match (&duel, &tournament) {
            (Some(duel), _) => (duel.verdict.clone(), duel.figures.clone()),
            (_, Some(tournament)) => (tournament.verdict.clone(), tournament.figures.clone()),
            _ => Default::default(),
        };
        let (faults_count, faults) = results::faults(games);
        let (lost_count, lost) = results::lost_openings(pairs);
        Self {
            verdict,
            figures,
            duel,
            tournament,
            colors: results::by_color(&tables),
            shares: [0, 1].map(|color| format!("{:.1} %", tables.share_won_by(color))),
            reasons: results::by_reason(&tables),
            spent: spent_rows(tables.efforts(), games),
            players,
            overruns: times::overruns(games, &limits),
            lost,
            lost_count,
            faults,
            faults_count,
            games: games.len(),
            most_shown: MOST_SHOWN,
            header: header
                .keys()
                .map(|key| [words(&key.replace('_', " ")), text(header, key)])
                .collect(),
        }
    }

    /// The page as HTML, with `data` for its scripts.
    ///
    /// # Errors
    /// If the template asks for what is not there, or fails otherwise.
    pub fn render(&self, data: &str) -> Result<String, ReportError> {
        #[derive(Serialize)]
        struct Whole<'a> {
            page: &'a Page,
            style: &'a str,
            script: String,
            data: &'a str,
        }
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let (name, template) = TEMPLATE;
        let whole = minijinja::value::Serde(Whole {
            page: self,
            style: STYLE,
            script: SCRIPTS.join("\n"),
            data,
        });
        Ok(environment.render_named_str(name, template, whole)?)
    }
}

impl Shown {
    /// The players that the header names.
    fn all(header: &Map<String, Value>) -> Vec<Self> {
        let indices = (0..*PLAYERS.end()).take_while(|&it| header.contains_key(&player_key(it)));
        indices.map(|index| Self::new(header, index)).collect()
    }

    fn new(header: &Map<String, Value>, index: usize) -> Self {
        let key = player_key(index);
        let own = match text(header, &key) {
            own if own.is_empty() => "engine:".to_owned(),
            own => own,
        };
        let name = match text(header, &format!("{key}_engine")) {
            engine if engine.is_empty() => own,
            engine => format!("{engine} ({own})"),
        };
        Self {
            letter: letter(index),
            name,
            limit: text(header, &format!("{key}_limit")),
        }
    }
}

/// A field of the header as text; empty where it is missing or null.
fn text(header: &Map<String, Value>, key: &str) -> String {
    match header.get(key) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
    }
}

/// A row for each figure, without those that no player has.
fn spent_rows(efforts: &[Effort], games: &[FinishedGame]) -> Vec<SpentRow> {
    let spent = (0..efforts.len()).map(|player| Spent::new(games, player));
    let spent: Vec<Spent> = spent.collect();
    let whole = |value: Option<u64>| number(value.map(|value| value as f64), 0);
    let effort = |name, word: &dyn Fn(&Effort) -> String| SpentRow {
        name,
        values: efforts.iter().map(word).collect(),
    };
    let row = |name, word: &dyn Fn(&Spent) -> String| SpentRow {
        name,
        values: spent.iter().map(word).collect(),
    };
    let rows = [
        effort("moves", &|it| it.moves.to_string()),
        effort("mean depth", &|it| number(it.depth(), 1)),
        effort("mean nodes a move", &|it| number(it.nodes(), 0)),
        effort("nodes a second", &|it| number(it.nodes_per_second(), 0)),
        row("mean ms a move", &|it| number(it.mean, 1)),
        row("median ms", &|it| whole(it.median)),
        row("95 % of moves within, ms", &|it| whole(it.most)),
        row("longest, ms", &|it| whole(it.longest)),
    ];
    let is_known = |row: &SpentRow| row.values.iter().any(|value| value != "n/a");
    rows.into_iter().filter(is_known).collect()
}
