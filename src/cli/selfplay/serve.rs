//! The report on a running match, for a browser on the same machine.
//!
//! What must hold: only this machine is answered, and only under its own names, so that no page of
//! somebody else reads the report; whatever a client does leaves the match alone.

use anyhow::anyhow;
use matches::crew::observer::Observer;
use matches::referee::finished::FinishedGame;
use show::report::Report;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a client may take to ask in all, or to take its answer.
const PATIENCE: Duration = Duration::from_secs(5);
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
    pub(super) fn start(port: u16, report: Report) -> anyhow::Result<(Self, String)> {
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
        let deadline = Instant::now() + PATIENCE;
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
