//! What programs read of a match.
//!
//! Events are JSON objects, one a line, in the order of the schedule but for faults and notes, which come
//! as they happen. What is not known is `null`; players, games and their fields are numbered and named as
//! in the journal.
//!
//! Lines in the form of the match runner fastchess are what the workers of servers such as `OpenBench`,
//! and with the words Sente and Gote those of `ShogiBench`, read results from. What must hold: they count
//! faults by the words `disconnect`, `stalls`, `on time` and `illegal` in the reason, declarations by
//! `wins by impasse`, and take games 2N-1 and 2N for a pair.

use super::tally::{Account, Standings, Tally};
use crate::contest::schedule::Ticket;
use crate::crew::Observer;
use crate::journal::head::Head;
use crate::referee::finished::{FinishedGame, Reason};
use crate::referee::game::Incident;
use engine::shogi::Color;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Least time between events of progress.
const INTERVAL: Duration = Duration::from_secs(1);

/// Writes the events.
pub struct Events<'a> {
    out: &'a mut dyn Write,
    account: Account,
    last: Option<Instant>,
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
            account: Account::new(tally, games),
            last: None,
        };
        events.write(&json!({
            "event": "start",
            "players": events.account.tally.standings.players(),
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
        let efforts = self.account.tally.tables.efforts.iter().map(|effort| {
            json!({
                "moves": effort.moves,
                "depth": effort.depth(),
                "nodes": effort.nodes(),
                "nodes_per_second": effort.nodes_per_second(),
            })
        });
        let mut event = self.standing("end");
        event["complete"] = json!(self.account.played() == self.account.games);
        event["efforts"] = efforts.collect();
        event["ratings"] = ratings(&self.account.tally.standings);
        self.write(&event)
    }

    fn write(&mut self, event: &Value) -> io::Result<()> {
        writeln!(self.out, "{event}")?;
        self.out.flush()
    }

    /// How the match stands.
    fn standing(&self, event: &str) -> Value {
        let tally = &self.account.tally;
        let standings = &tally.standings;
        let statistics = tally.is_match().then(|| tally.statistics());
        json!({
            "event": event,
            "games": standings.games(),
            "of": self.account.games,
            "seconds": self.account.elapsed().as_secs_f64(),
            "pairings": pairings(standings),
            "statistics": statistics,
        })
    }
}

/// Results by pairing, from the side of the first of it.
fn pairings(standings: &Standings) -> Vec<Value> {
    let met = standings.pairings.iter().map(|(pairing, counts)| {
        json!({
            "players": pairing,
            "wins": counts.games.wins,
            "losses": counts.games.losses,
            "draws": counts.games.draws,
            "pairs": counts.pairs.0,
        })
    });
    met.collect()
}

/// The rating of each player; none of two, or as long as they are not connected.
fn ratings(standings: &Standings) -> Value {
    if standings.players() == 2 {
        return Value::Null;
    }
    let ratings = standings.ratings().ok().map(|ratings| {
        let ratings = ratings.iter().map(|it| [it.low, it.value, it.high]);
        ratings.collect::<Vec<_>>()
    });
    json!(ratings)
}

impl Observer for Events<'_> {
    fn incident(&mut self, game: &FinishedGame, incident: &Incident) -> io::Result<()> {
        let transcript = &incident.transcript;
        self.write(&json!({
            "event": "fault",
            "id": game.id,
            "player": game.player_of(incident.side),
            "reason": game.reason,
            "detail": incident.detail,
            "overrun_ms": incident.overrun.map(|time| time.as_millis() as u64),
            "position": transcript.position,
            "go": transcript.go,
            "answer": transcript.answer,
            "stderr": transcript.stderr,
        }))
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        self.account.game(game)?;
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
        self.account.pair(games)?;
        if self.last.is_some_and(|last| last.elapsed() < INTERVAL) {
            return Ok(());
        }
        self.last = Some(Instant::now());
        self.write(&self.standing("progress"))
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.write(&json!({"event": "note", "text": text}))
    }
}

/// Writes a line when a game begins and when it ends.
pub struct Fastchess<'a> {
    out: &'a mut dyn Write,
    /// The players' names, without spaces, colons and brackets, which would be misread.
    names: Vec<String>,
    games: u64,
}

impl<'a> Fastchess<'a> {
    /// Lines on `out` about `games` games between players called `names`.
    pub fn new(names: Vec<String>, games: u64, out: &'a mut dyn Write) -> Self {
        Self { out, names, games }
    }

    /// Whether the line of a game can be read with a player of this name in it.
    pub fn is_name(text: &str) -> bool {
        let is_misread = |c: char| c.is_whitespace() || c.is_control() || ":(){}".contains(c);
        !text.is_empty() && !text.contains(is_misread)
    }

    fn versus(&self, seats: [usize; 2]) -> String {
        let [black, white] = seats.map(|player| self.names.get(player).map_or("?", String::as_str));
        format!("({black} vs {white})")
    }
}

impl Observer for Fastchess<'_> {
    fn started(&mut self, ticket: &Ticket) -> io::Result<()> {
        let (number, games) = (ticket.id + 1, self.games);
        let versus = self.versus(ticket.seats());
        writeln!(self.out, "Started game {number} of {games} {versus}")?;
        self.out.flush()
    }

    fn arrived(&mut self, game: &FinishedGame) -> io::Result<()> {
        let winner = game.winning_color();
        let result = match winner {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "1/2-1/2",
        };
        let (number, versus) = (game.id + 1, self.versus([game.black, game.white]));
        let reason = reason(game.reason, winner);
        writeln!(
            self.out,
            "Finished game {number} {versus}: {result} {{{reason}}}"
        )?;
        self.out.flush()
    }
}

/// Why a game ended, in the words of shogi's runners.
fn reason(reason: Reason, winner: Option<Color>) -> String {
    let (wins, loses) = match winner {
        Some(Color::White) => ("Gote", "Sente"),
        _ => ("Sente", "Gote"),
    };
    match reason {
        Reason::Mate => format!("{wins} mates"),
        Reason::Resignation => format!("{wins} wins by resignation"),
        Reason::Declaration => format!("{wins} wins by impasse"),
        Reason::Try => format!("{wins} wins by try"),
        Reason::PerpetualCheck => format!("{wins} wins by perpetual check"),
        Reason::ResignAdjudication => format!("{wins} wins by adjudication"),
        Reason::Repetition => "Draw by repetition".to_owned(),
        Reason::Impasse => "Draw by impasse".to_owned(),
        Reason::MaxMoves => "Draw by move limit".to_owned(),
        Reason::DrawAdjudication => "Draw by adjudication".to_owned(),
        Reason::IllegalMove => format!("{loses} makes an illegal move"),
        Reason::FalseDeclaration => format!("{loses} makes an illegal declaration"),
        Reason::Garbage => format!("{loses} gives an illegal answer"),
        Reason::Time => format!("{loses} loses on time"),
        Reason::Crash => format!("{loses} disconnects"),
        Reason::Stall => format!("{loses}'s connection stalls"),
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
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let lines: Vec<Value> = lines.collect();
        let names: Vec<_> = lines.iter().map(|line| &line["event"]).collect();
        assert_eq!(names, ["start", "note", "end"]);
        let end = &lines[2];
        assert_eq!(end["games"], json!(0));
        assert_eq!(end["complete"], json!(false));
        for unknown in [
            &end["ratings"],
            &end["statistics"],
            &end["efforts"][2]["depth"],
        ] {
            assert_eq!(unknown, &Value::Null);
        }
    }

    fn lines(games: &[FinishedGame]) -> String {
        let mut out = Vec::new();
        let names = ["Kyomi-dev", "Kyomi-base"].map(str::to_owned);
        let mut compat = Fastchess::new(names.into(), 2, &mut out);
        for game in games {
            compat.arrived(game).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    fn game(id: u64, winner: Option<usize>, reason: Reason) -> FinishedGame {
        let black = (id % 2) as usize;
        FinishedGame {
            id,
            reason,
            ..FinishedGame::without_moves(black, 1 - black, winner)
        }
    }

    #[test]
    fn results_are_told_from_the_side_of_sente() {
        let text = lines(&[
            game(0, Some(0), Reason::Mate),
            game(1, Some(0), Reason::Declaration),
            game(1, None, Reason::Repetition),
            game(2, Some(0), Reason::Time),
        ]);
        let expected = "\
            Finished game 1 (Kyomi-dev vs Kyomi-base): 1-0 {Sente mates}\n\
            Finished game 2 (Kyomi-base vs Kyomi-dev): 0-1 {Gote wins by impasse}\n\
            Finished game 2 (Kyomi-base vs Kyomi-dev): 1/2-1/2 {Draw by repetition}\n\
            Finished game 3 (Kyomi-dev vs Kyomi-base): 1-0 {Gote loses on time}\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn workers_find_the_faults_they_count() {
        for (fault, word) in [
            (Reason::Crash, "disconnect"),
            (Reason::Stall, "stalls"),
            (Reason::Time, "on time"),
            (Reason::IllegalMove, "illegal"),
            (Reason::FalseDeclaration, "illegal"),
            (Reason::Garbage, "illegal"),
        ] {
            let line = lines(&[game(0, Some(1), fault)]);
            // OpenBench looks between the first colon and the next.
            let reason = line.split(':').nth(1).unwrap();
            assert!(reason.contains(word) && reason.contains("Sente"), "{line}");
        }
    }

    #[test]
    fn names_that_would_be_misread_are_none() {
        assert!(Fastchess::is_name("Kyomi-dev") && Fastchess::is_name("興味"));
        for name in ["", "a b", "usi:x", "(a)", "a}", "a\tb"] {
            assert!(!Fastchess::is_name(name), "{name}");
        }
    }
}
