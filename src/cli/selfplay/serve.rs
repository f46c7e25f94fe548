//! The report on a running match, for a browser on the same machine.
//!
//! What must hold: only this machine is answered, and whatever a client does leaves the match alone.

use crate::report::Report;
use crate::selfplay::crew::observer::Observer;
use crate::selfplay::referee::finished::FinishedGame;
use anyhow::anyhow;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a client may take to ask, or to take its answer.
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

fn answer(report: &Mutex<Report>, mut client: &TcpStream) -> io::Result<()> {
    client.set_read_timeout(Some(PATIENCE))?;
    client.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(client).take(LONGEST_REQUEST);
    let (mut request, mut line) = (String::new(), String::new());
    reader.read_line(&mut request)?;
    // What is left unread would cut the answer short.
    while reader.read_line(&mut line)? > 2 {
        line.clear();
    }
    let mut words = request.split_whitespace();
    let (status, kind, body) = match (words.next(), words.next()) {
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
    client.write_all(head.as_bytes())?;
    client.write_all(body.as_bytes())
}

fn page(report: &Mutex<Report>) -> (&'static str, &'static str, String) {
    // The match goes on while the page is put together.
    let report = locked(report).clone();
    match report.html() {
        Ok(page) => ("200 OK", "text/html", page.replace("</body>", LIVE)),
        Err(error) => ("500 Internal Server Error", "text/plain", error.to_string()),
    }
}
