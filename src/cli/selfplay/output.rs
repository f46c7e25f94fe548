//! What a match leaves behind and who follows it, as typed; and the report on a running match, for a
//! browser on the same machine.
//!
//! What must hold: only this machine is answered, and only under its own names, so that no page of
//! somebody else reads the report; whatever a client does leaves the match alone.

use super::super::report::check_report;
use super::super::shared::{check_folder, whole};
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use engine::record::Format;
use matches::contest::schedule::letter;
use matches::crew::Observer;
use matches::journal::times::Times;
use matches::observers::events::Fastchess;
use matches::observers::records::{IncidentFiles, RecordFiles};
use matches::referee::finished::FinishedGame;
use show::report::Report;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, process, thread};

/// What is left behind or written as the games go, and what is listened to.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(super) struct OutputArgs {
    /// Write events for programs, a JSON object a line, instead of the text on standard output.
    #[arg(long, conflicts_with = "compat")]
    pub json: bool,
    /// Write each finished game into this file; the same command again resumes the match, also
    /// with more games. A new file in the folder for temporary ones unless given; it is named at
    /// the end.
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Show the match in this HTML file when it is over.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Show the report on the match so far to a browser on this machine, at
    /// http://127.0.0.1:PORT/; with 0 a free port is taken, and named.
    #[arg(long, value_name = "PORT")]
    #[arg(value_parser = whole(0..=u16::MAX))]
    pub serve: Option<u16>,
    /// Write a CSA record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    pub csa: Option<PathBuf>,
    /// Write a KIF record of each game into this folder.
    #[arg(long, value_name = "DIR")]
    pub kif: Option<PathBuf>,
    /// What the match is called in these records.
    #[arg(long, value_name = "NAME", hide = true)]
    pub event: Option<String>,
    /// Write a file about each fault of a player into this folder; beside the journal, if there
    /// is one, unless given.
    #[arg(long, value_name = "DIR", hide = true)]
    pub incidents: Option<PathBuf>,
    /// Whether the match goes on after a fault of a player, which is then started again.
    #[arg(long, value_enum, default_value = "on", help_heading = "When to stop")]
    pub recover: RecoverArg,
    /// Write lines about games as this match runner does, for the workers of servers.
    #[arg(long, value_enum, hide = true)]
    pub compat: Option<Compat>,
    /// What these lines call the players, such as Kyomi-dev,Kyomi-base; A, B and so on otherwise.
    #[arg(
        long,
        value_name = "A,B,…",
        value_delimiter = ',',
        requires = "compat",
        hide = true
    )]
    #[arg(value_parser = name)]
    pub names: Vec<String>,
}

/// What happens after a fault of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RecoverArg {
    /// It has lost the game, and the match goes on.
    On,
    /// The match ends; the same command goes on with it.
    Off,
}

/// A match runner whose lines are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Compat {
    /// fastchess, with the words of shogi's runners for colours and endings.
    Fastchess,
}

fn name(text: &str) -> Result<String, String> {
    let expected = "expected a name without spaces, colons and brackets";
    let name = Some(text).filter(|text| Fastchess::is_name(text));
    name.map_or(Err(format!("`{text}`: {expected}")), |name| {
        Ok(name.to_owned())
    })
}

impl OutputArgs {
    /// Refuses places that nothing can be written to, so that no match is played in vain.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        check_report(self.report.as_deref())?;
        let mut folders = self.csa.iter().chain(&self.kif);
        folders.try_for_each(|folder| check_folder("records", folder))
    }

    /// The journal: as given, or a new file in the folder for temporary ones.
    pub(super) fn journal_path(&self) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.journal {
            return Ok(path.clone());
        }
        let (folder, process) = (env::temp_dir(), process::id());
        let mut number = 0;
        loop {
            let path = folder.join(format!("kyomi-selfplay-{process}-{number}.jsonl"));
            match File::create_new(&path) {
                Ok(_) => return Ok(path),
                // Left by another process of this number, or put there by somebody else.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => bail!("journal in `{}`: {error}", folder.display()),
            }
        }
    }

    /// Who writes records of games between `players`.
    pub(super) fn records(&self, players: Vec<String>) -> RecordFiles {
        let wanted = [(&self.csa, Format::Csa), (&self.kif, Format::Kif)];
        let folders = wanted.into_iter();
        let folders = folders.filter_map(|(folder, format)| Some((folder.clone()?, format)));
        RecordFiles {
            folders: folders.collect(),
            players,
            event: self.event.clone(),
        }
    }

    /// Who writes about faults of `players`, if there is a folder for that.
    pub(super) fn incident_files(&self, players: Vec<String>) -> Option<IncidentFiles> {
        let beside = |journal: &PathBuf| {
            let mut path = journal.clone().into_os_string();
            path.push(".incidents");
            PathBuf::from(path)
        };
        let given = self.incidents.clone();
        let folder = given.or_else(|| self.journal.as_ref().map(beside))?;
        Some(IncidentFiles { folder, players })
    }

    /// What `players` players are called.
    pub(super) fn names(&self, players: usize) -> anyhow::Result<Vec<String>> {
        match self.names.len() {
            0 => Ok((0..players)
                .map(|player| letter(player).to_string())
                .collect()),
            count if count == players => Ok(self.names.clone()),
            count => bail!("--names with {count} for {players} players; expected one for each"),
        }
    }

    /// The server of the report on the match with this journal, which says where it is; `report` makes
    /// it of what stands beside the journal.
    pub(super) fn served(
        &self,
        journal: &Path,
        report: impl FnOnce(Times) -> Report,
    ) -> anyhow::Result<Option<Served>> {
        let Some(port) = self.serve else {
            return Ok(None);
        };
        let mut times = Times::here();
        times.add(journal);
        let (served, address) = Served::start(port, report(times))?;
        writeln!(io::stderr(), "live report: {address}")?;
        Ok(Some(served))
    }
}

/// How long a client may take to ask in all, or to take its answer.
const CLIENT_TIME: Duration = Duration::from_secs(5);
/// A longer request is none.
const LONGEST_REQUEST: u64 = 8192;

/// Makes the page load itself again when there are more games, until nobody answers any more, and
/// show what the reader was looking at.
const LIVE: &str = r#"<script>
"use strict";
{
  const place = JSON.parse(sessionStorage.getItem("place"));
  const game = place && data.games.find(({id}) => id === place.game);
  if (game) {
    find("notation").value = place.notation;
    open(game);
    go(place.ply);
    find("filter").value = place.filter;
    find("filter").oninput();
    scrollTo(0, place.y);
  }
  const reload = () => {
    if (shown.game) {
      const [notation, filter] = [find("notation").value, find("filter").value];
      const now = {game: shown.game.id, ply: shown.ply, notation, filter, y: scrollY};
      sessionStorage.setItem("place", JSON.stringify(now));
    }
    location.reload();
  };
  let last = null;
  const timer = setInterval(async () => {
    try {
      const games = await (await fetch("/games")).text();
      if (last !== null && games !== last) reload();
      last = games;
    } catch {
      clearInterval(timer);
    }
  }, 3000);
}
</script>
</body>"#;

/// The games that have been played so far, shown to whoever asks.
pub(super) struct Served(Arc<Mutex<Report>>);

impl Served {
    /// Answers at `port` of this machine, or at a free one if that is 0, as long as the program
    /// runs. Returns where.
    ///
    /// # Errors
    /// If the port cannot be had.
    fn start(port: u16, report: Report) -> anyhow::Result<(Self, String)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = listener.map_err(|error| anyhow!("--serve {port}: {error}"))?;
        let address = format!("http://{}/", listener.local_addr()?);
        let report = Arc::new(Mutex::new(report));
        let shown = Arc::clone(&report);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A client that has gone away has no complaint.
                let _ = answer(&shown, &client);
            }
        });
        Ok((Self(report), address))
    }
}

impl Observer for Served {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        locked(&self.0).game(game)
    }
}

fn locked(report: &Mutex<Report>) -> MutexGuard<'_, Report> {
    report.lock().unwrap_or_else(PoisonError::into_inner)
}

fn answer(report: &Mutex<Report>, client: &TcpStream) -> io::Result<()> {
    let mut client = Patient::new(client);
    let mut reader = BufReader::new(&mut client).take(LONGEST_REQUEST);
    let (mut request, mut line) = (String::new(), String::new());
    reader.read_line(&mut request)?;
    let mut hosts = Vec::new();
    // What is left unread would cut the answer short.
    while reader.read_line(&mut line)? > 2 {
        hosts.extend(host(&line).map(str::to_owned));
        line.clear();
    }
    let mut words = request.split_whitespace();
    let (status, kind, body) = match (words.next(), words.next()) {
        _ if hosts.is_empty() || !hosts.iter().all(|it| is_local(it)) => (
            "403 Forbidden",
            "text/plain",
            "expected a request to 127.0.0.1 or localhost\n".to_owned(),
        ),
        (Some("GET"), Some("/")) => page(report),
        (Some("GET"), Some("/games")) => {
            ("200 OK", "text/plain", locked(report).games().to_string())
        }
        _ => (
            "404 Not Found",
            "text/plain",
            "nothing is here\n".to_owned(),
        ),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let mut client = Patient::new(client.client);
    client.write_all(head.as_bytes())?;
    client.write_all(body.as_bytes())
}

/// What a header line says in `Host`, if it is that one.
fn host(line: &str) -> Option<&str> {
    let (name, value) = line.split_once(':')?;
    name.eq_ignore_ascii_case("host").then_some(value.trim())
}

/// Whether `host` is this machine under a name that nobody else can give to it: a page from elsewhere,
/// whose name has come to mean this machine, is not to read the report.
fn is_local(host: &str) -> bool {
    let port = host.rsplit_once(':').filter(|(_, port)| {
        let mut digits = port.bytes();
        digits.all(|it| it.is_ascii_digit())
    });
    let name = port.map_or(host, |(name, _)| name);
    ["127.0.0.1", "localhost", "[::1]"].contains(&name.to_ascii_lowercase().as_str())
}

/// A client that has a while for all that it sends, or for all that it takes.
struct Patient<'a> {
    client: &'a TcpStream,
    deadline: Instant,
}

impl<'a> Patient<'a> {
    fn new(client: &'a TcpStream) -> Self {
        let deadline = Instant::now() + CLIENT_TIME;
        Self { client, deadline }
    }

    fn time_left(&self) -> io::Result<Option<Duration>> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(Some(left))
    }
}

impl Read for Patient<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.client.set_read_timeout(self.time_left()?)?;
        self.client.read(bytes)
    }
}

impl Write for Patient<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.client.set_write_timeout(self.time_left()?)?;
        self.client.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.client.flush()
    }
}

fn page(report: &Mutex<Report>) -> (&'static str, &'static str, String) {
    // The match goes on while the page is put together.
    let report = locked(report).clone();
    match report.html() {
        Ok(page) => ("200 OK", "text/html", page.replace("</body>", LIVE)),
        Err(error) => ("500 Internal Server Error", "text/plain", error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for local in [
            "127.0.0.1",
            "127.0.0.1:80",
            "LocalHost:1",
            "[::1]",
            "[::1]:8000",
        ] {
            assert!(is_local(local), "{local}");
        }
        for other in [
            "",
            "evil.example",
            "evil.example:80",
            "127.0.0.1.evil.example",
            "[::2]:1",
        ] {
            assert!(!is_local(other), "{other}");
        }
        assert_eq!(host("HOST:  localhost:80\r\n"), Some("localhost:80"));
        assert_eq!(host("X-Host: localhost\r\n"), None);
    }

    #[test]
    fn a_client_that_dribbles_has_no_more_time_than_another() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (server, _) = listener.accept().unwrap();
        let mut patient = Patient::new(&server);
        client.write_all(b"GET").unwrap();
        assert_eq!(patient.read(&mut [0; 1]).unwrap(), 1);
        // More has come, but the time is up.
        patient.deadline = Instant::now();
        let refused = patient.read(&mut [0; 1]).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::TimedOut);
    }
}
