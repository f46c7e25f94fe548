//! A file for every fault, with what is needed to see it again.

use crate::crew::observer::Observer;
use crate::referee::finished::FinishedGame;
use crate::referee::game::Incident;
use engine::files::line::visible;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::PathBuf;

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
        let path = self.folder.join(format!("game-{:06}.txt", game.id));
        let written = fs::create_dir_all(&self.folder);
        let written = written.and_then(|()| fs::write(&path, self.text(game, incident)));
        written.map_err(|error| {
            let problem = format!("cannot write incident `{}`: {error}", path.display());
            io::Error::new(error.kind(), problem)
        })
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
            let _ = writeln!(text, "{title}: {}", visible(content));
        }
        let stderr = visible(&transcript.stderr);
        let _ = writeln!(text, "end of standard error:\n{stderr}");
        text
    }
}

/// Has seen enough when a player has committed a fault.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstFault(bool);

impl FirstFault {
    /// Whether it has.
    pub fn is_seen(self) -> bool {
        self.0
    }
}

impl Observer for FirstFault {
    fn incident(&mut self, _game: &FinishedGame, _incident: &Incident) -> io::Result<()> {
        self.0 = true;
        Ok(())
    }

    fn has_seen_enough(&self) -> bool {
        self.0
    }
}
