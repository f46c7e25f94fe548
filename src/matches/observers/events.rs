//! A match as events for programs: one JSON object a line, in the order of the schedule but for
//! faults and notes, which come as they happen. What is not known is `null`; players, games and
//! their fields are numbered and named as in the journal.

use super::standings::Standings;
use super::tally::Tally;
use crate::crew::observer::Observer;
use crate::journal::head::Head;
use crate::referee::finished::FinishedGame;
use crate::referee::game::Incident;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Least time between events of progress.
const INTERVAL: Duration = Duration::from_secs(1);

/// Writes the events.
pub struct Events<'a> {
    out: &'a mut dyn Write,
    tally: Tally,
    games: u64,
    started: Instant,
    told: Option<Instant>,
}

impl<'a> Events<'a> {
    /// Events of a match of so many `games`, of which `earlier` have been played; `head` is
    /// that of its journal. An empty `tally` counts the games.
    ///
    /// # Errors
    /// If the first event cannot be written.
    pub fn start(
        out: &'a mut dyn Write,
        tally: Tally,
        head: &Head,
        games: u64,
        earlier: usize,
    ) -> io::Result<Self> {
        let mut events = Self {
            out,
            tally,
            games,
            started: Instant::now(),
            told: None,
        };
        events.write(&json!({
            "event": "start",
            "players": events.tally.standings().players(),
            "games": games,
            "resumed": earlier,
            "settings": head,
        }))?;
        Ok(events)
    }

    /// Writes the last event.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn end(&mut self) -> io::Result<()> {
        let efforts = self.tally.tables().efforts().iter().map(|effort| {
            json!({
                "moves": effort.moves,
                "depth": effort.depth(),
                "nodes": effort.nodes(),
                "nodes_per_second": effort.nodes_per_second(),
            })
        });
        let efforts: Vec<Value> = efforts.collect();
        let ratings = ratings(self.tally.standings());
        let mut event = self.account("end");
        event["complete"] = json!(self.tally.standings().games() == self.games);
        event["efforts"] = json!(efforts);
        event["ratings"] = ratings;
        self.write(&event)
    }

    fn write(&mut self, event: &Value) -> io::Result<()> {
        writeln!(self.out, "{event}")?;
        self.out.flush()
    }

    /// How the match stands.
    fn account(&self, event: &str) -> Value {
        let standings = self.tally.standings();
        let statistics = self.tally.is_match().then(|| self.tally.statistics());
        json!({
            "event": event,
            "games": standings.games(),
            "of": self.games,
            "seconds": self.started.elapsed().as_secs_f64(),
            "pairings": pairings(standings),
            "statistics": statistics,
        })
    }
}

/// Results by pairing, from the side of the first of it.
fn pairings(standings: &Standings) -> Vec<Value> {
    let players = standings.players();
    let all = (0..players).flat_map(|one| (one + 1..players).map(move |other| [one, other]));
    let met = all.filter_map(|pairing| {
        let counts = standings.between(pairing[0], pairing[1]);
        let games = counts.games;
        (games.games() > 0).then(|| {
            json!({
                "players": pairing,
                "wins": games.wins,
                "losses": games.losses,
                "draws": games.draws,
                "pairs": counts.pairs.0,
            })
        })
    });
    met.collect()
}

/// The rating of each player; none of two, or as long as they are not connected.
fn ratings(standings: &Standings) -> Value {
    if standings.players() == 2 {
        return Value::Null;
    }
    let ratings = standings.ratings().ok();
    let ratings = ratings.map(|list| {
        let rating = |it: &crate::stats::Interval| json!([it.low, it.value, it.high]);
        list.iter().map(rating).collect::<Vec<_>>()
    });
    json!(ratings)
}

impl Observer for Events<'_> {
    fn incident(&mut self, game: &FinishedGame, incident: &Incident) -> io::Result<()> {
        let said = &incident.transcript;
        self.write(&json!({
            "event": "fault",
            "id": game.id,
            "player": game.player_of(incident.side),
            "reason": game.reason,
            "detail": incident.detail,
            "overrun_ms": incident.overrun.map(|time| time.as_millis() as u64),
            "position": said.position,
            "go": said.go,
            "answer": said.answer,
            "stderr": said.stderr,
        }))
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.tally.game(game)?;
        self.write(&json!({
            "event": "game",
            "id": game.id,
            "black": game.black,
            "white": game.white,
            "winner": game.winner,
            "reason": game.reason,
            "plies": game.plies.len(),
            "fault": game.fault,
        }))
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        self.tally.pair(games)?;
        if self.told.is_some_and(|told| told.elapsed() < INTERVAL) {
            return Ok(());
        }
        self.told = Some(Instant::now());
        self.write(&self.account("progress"))
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.write(&json!({"event": "note", "text": text}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_played_is_null_everywhere() {
        let mut out = Vec::new();
        let head = Head::of_test(1);
        let mut events = Events::start(&mut out, Tally::new(3, None), &head, 12, 0).unwrap();
        events.note("hello").unwrap();
        events.end().unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let names: Vec<_> = lines.iter().map(|line| &line["event"]).collect();
        assert_eq!(names, ["start", "note", "end"]);
        let end = &lines[2];
        assert_eq!(
            (&end["games"], &end["complete"]),
            (&json!(0), &json!(false))
        );
        assert_eq!(
            (&end["ratings"], &end["statistics"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(end["efforts"][2]["depth"], Value::Null);
    }
}
