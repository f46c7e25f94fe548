//! Files about games: a record of each, in the formats that people's programs read, and of every fault
//! what is needed to see it again.

use crate::crew::Observer;
use crate::referee::finished::{FinishedGame, Ply, Reason};
use crate::referee::game::Incident;
use base::files::{self, text::printable};
use engine::record::{Encoding, Ending, Evaluation, Format, MoveInfo, Record, Termination};
use engine::shogi::Color;
use engine::shogi::game::Game;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes each game into files of its own, in the order of the schedule; those of an earlier run
/// are written again.
#[derive(Clone, Debug)]
pub struct RecordFiles {
    /// Folders, created when there is something to put in, and what is written there.
    pub folders: Vec<(PathBuf, Format)>,
    /// What people are shown of the players.
    pub players: Vec<String>,
    /// What the match is called, if it has a name.
    pub event: Option<String>,
}

impl Observer for RecordFiles {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        if self.folders.is_empty() {
            return Ok(());
        }
        let mut record = record(game, &self.players)?;
        let event = self.event.clone();
        record
            .headers
            .extend(event.map(|event| ("EVENT".to_owned(), event)));
        for (folder, format) in &self.folders {
            let extension = format.extension();
            let name = format!("game-{:06}.{extension}", game.id);
            let mut content = format.encode(&record, Encoding::of_path(Path::new(&name)));
            if !content.lost.is_empty() {
                // Nobody could be told.
                content = format.encode(&record, Encoding::Utf8);
            }
            write_into(folder, &name, "record", &content.bytes)?;
        }
        Ok(())
    }
}

/// Writes `content` into the file `name` of `folder`; `what` it is stands in the error.
fn write_into(folder: &Path, name: &str, what: &str, content: &[u8]) -> io::Result<()> {
    let path = folder.join(name);
    let written = fs::create_dir_all(folder);
    let written = written.and_then(|()| files::write(&path, content));
    written.map_err(|error| {
        let problem = format!("cannot write {what} `{}`: {error}", path.display());
        io::Error::new(error.kind(), problem)
    })
}

/// The record of `game` between `players`.
///
/// # Errors
/// If the game's start or a move of it cannot be read: a journal that was changed by hand.
pub fn record(game: &FinishedGame, players: &[String]) -> io::Result<Record> {
    let broken = |problem: String| io::Error::new(io::ErrorKind::InvalidData, problem);
    let start = game.start.parse::<Game>();
    let start = start.map_err(|error| broken(error.to_string()))?;
    let mut record = Record::new(start);
    for ply in &game.plies {
        let mover = record.game().position().side();
        record
            .push(ply.mv, noted(ply, mover))
            .map_err(|error| broken(format!("game {}: {error}", game.id)))?;
    }
    record.names = [game.black, game.white].map(|player| players[player].clone());
    let mover = record.game().position().side();
    let mut ending = Ending::from(termination(game, mover));
    ending.comment = game.fault.clone().unwrap_or_default();
    record.ending = Some(ending);
    Ok(record)
}

fn noted(ply: &Ply, mover: Color) -> MoveInfo {
    MoveInfo {
        time_ms: ply.ms,
        evaluation: ply.score.map(|score| Evaluation::of_score(score, mover)),
        depth: ply.depth,
        nodes: ply.nodes,
        ..MoveInfo::default()
    }
}

/// How `game` ended, in the words of records; `mover` is to move after its last move.
fn termination(game: &FinishedGame, mover: Color) -> Termination {
    let loser = match game.winning_color() {
        Some(winner) => winner.flip(),
        None => mover,
    };
    match game.reason {
        Reason::Mate => Termination::Mate,
        Reason::Resignation => Termination::Resignation,
        Reason::Declaration => Termination::Declaration,
        Reason::PerpetualCheck => Termination::PerpetualCheck { loser },
        Reason::Repetition => Termination::Repetition,
        Reason::Impasse => Termination::Impasse,
        Reason::MaxMoves => Termination::MaxMoves,
        Reason::DrawAdjudication => Termination::Draw,
        Reason::ResignAdjudication if loser == mover => Termination::Resignation,
        Reason::IllegalMove => Termination::IllegalMove,
        Reason::Time => Termination::TimeUp,
        Reason::Try
        | Reason::ResignAdjudication
        | Reason::FalseDeclaration
        | Reason::Crash
        | Reason::Stall
        | Reason::Garbage => Termination::Foul { loser },
    }
}

/// Writes each incident into a file of its own.
#[derive(Clone, Debug)]
pub struct IncidentFiles {
    /// The folder, created when there is something to put in.
    pub folder: PathBuf,
    /// What people are shown of the players.
    pub players: Vec<String>,
}

impl Observer for IncidentFiles {
    fn incident(&mut self, game: &FinishedGame, incident: &Incident) -> io::Result<()> {
        let name = format!("game-{:06}.txt", game.id);
        let text = self.text(game, incident);
        write_into(&self.folder, &name, "incident", text.as_bytes())
    }
}

impl IncidentFiles {
    fn text(&self, game: &FinishedGame, incident: &Incident) -> String {
        let player = game.player_of(incident.side);
        let transcript = &incident.transcript;
        let overrun = incident
            .overrun
            .map(|time| format!("{} ms", time.as_millis()));
        let mut text = String::new();
        for (title, content) in [
            ("game", game.id.to_string().as_str()),
            ("player", self.players[player].as_str()),
            ("fault", &incident.detail),
            ("overrun", overrun.as_deref().unwrap_or("none")),
            ("sent", &transcript.position),
            ("sent", &transcript.go),
            ("answer", &transcript.answer),
        ] {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{title}: {}", printable(content));
        }
        let stderr = printable(&transcript.stderr);
        let _ = writeln!(text, "end of standard error:\n{stderr}");
        text
    }
}

/// Has seen enough when a player has committed a fault.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstFault {
    /// Whether it has.
    pub is_seen: bool,
}

impl Observer for FirstFault {
    fn incident(&mut self, _game: &FinishedGame, _incident: &Incident) -> io::Result<()> {
        self.is_seen = true;
        Ok(())
    }

    fn has_seen_enough(&self) -> bool {
        self.is_seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::search::Score;

    fn ply(text: &str, cp: i32) -> Ply {
        Ply {
            score: Some(Score::Cp(cp)),
            depth: Some(3),
            nodes: Some(100),
            ..Ply::new(text.parse().unwrap(), None, Some(1500))
        }
    }

    #[test]
    fn a_record_says_what_the_journal_says() {
        let game = FinishedGame {
            id: 1,
            start: "startpos moves 7g7f".to_owned(),
            plies: vec![ply("3c3d", 40), ply("2g2f", -30)],
            reason: Reason::Time,
            fault: Some("12 ms too late".to_owned()),
            ..FinishedGame::without_moves(1, 0, Some(1))
        };
        let players = ["first".to_owned(), "second".to_owned()];
        let record = record(&game, &players).unwrap();
        assert_eq!(record.names, ["second", "first"]);
        assert_eq!(record.winner(), Some(Color::Black));
        let values: Vec<_> = record.moves().map(|(_, info)| info.evaluation).collect();
        let centipawns = |value| Some(Evaluation::Centipawns(value));
        assert_eq!(values, [None, centipawns(-40), centipawns(-30)]);
        let csa = Format::Csa.write(&record);
        assert_eq!(Format::Csa.read(csa.as_bytes()).unwrap().record, record);
    }

    #[test]
    fn a_journal_changed_by_hand_is_refused() {
        let game = FinishedGame {
            plies: vec![ply("7g7e", 0)],
            ..FinishedGame::without_moves(0, 1, None)
        };
        let error = record(&game, &[String::new(), String::new()]).unwrap_err();
        assert!(error.to_string().contains("7g7e"), "{error}");
    }
}
