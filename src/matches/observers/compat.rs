//! Lines in the form of the match runner fastchess, which the workers of servers such as
//! `OpenBench`, and with the words Sente and Gote those of `ShogiBench`, read results from.
//!
//! What must hold: they count faults by the words `disconnect`, `stalls`, `on time` and `illegal`
//! in the reason, declarations by `wins by impasse`, and take games 2N-1 and 2N for a pair.

use crate::contest::schedule::Ticket;
use crate::crew::observer::Observer;
use crate::referee::finished::{FinishedGame, Reason};
use engine::shogi::Color;
use std::io::{self, Write};

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
        let winner = game.winner.map(|winner| {
            if winner == game.black {
                Color::Black
            } else {
                Color::White
            }
        });
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
            let said = line.split(':').nth(1).unwrap();
            assert!(said.contains(word) && said.contains("Sente"), "{line}");
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
