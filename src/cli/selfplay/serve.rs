//! The report on a running match, for a browser on the same machine.
//!
//! What must hold: only this machine is answered, and whatever a client does leaves the match alone.

use crate::report;
use crate::selfplay::crew::observer::Observer;
use crate::selfplay::journal::head::Head;
use crate::selfplay::referee::finished::FinishedGame;
use crate::stats::Hypotheses;
use anyhow::anyhow;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a client may take to ask, or to take its answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// A longer request is none.
const LONGEST_REQUEST: u64 = 8192;

/// Makes the page load itself again when there are more games, until nobody answers any more.
const LIVE: &str = "<script>
\"use strict\";
{
  let last = null;
  const timer = setInterval(async () => {
    try {
      const games = await (await fetch(\"/games\")).text();
      if (last !== null && games !== last) location.reload();
      last = games;
    } catch {
      clearInterval(timer);
    }
  }, 3000);
}
</script>
</body>";

/// The games that have been played so far, shown to whoever asks.
pub(super) struct Served(Arc<Mutex<Vec<FinishedGame>>>);

/// What a page is made of.
struct Source {
    head: Head,
    test: Option<Hypotheses>,
    games: Arc<Mutex<Vec<FinishedGame>>>,
}

impl Served {
    /// Answers at `port` of this machine, or at a free one if that is 0, as long as the program
    /// runs. Returns where.
    ///
    /// # Errors
    /// If the port cannot be had.
    pub(super) fn start(
        port: u16,
        head: &Head,
        test: Option<Hypotheses>,
    ) -> anyhow::Result<(Self, String)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = listener.map_err(|error| anyhow!("--serve {port}: {error}"))?;
        let address = format!("http://{}/", listener.local_addr()?);
        let games = Arc::default();
        let source = Source {
            head: head.clone(),
            test,
            games: Arc::clone(&games),
        };
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                // A client that has gone away has no complaint.
                let _ = source.answer(&client);
            }
        });
        Ok((Self(games), address))
    }
}

impl Observer for Served {
    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        let mut games = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        games.game(game)
    }
}

impl Source {
    fn answer(&self, mut client: &TcpStream) -> io::Result<()> {
        client.set_read_timeout(Some(PATIENCE))?;
        client.set_write_timeout(Some(PATIENCE))?;
        let mut reader = BufReader::new(client).take(LONGEST_REQUEST);
        let (mut request, mut line) = (String::new(), String::new());
        reader.read_line(&mut request)?;
        // What is left unread would cut the answer short.
        while reader.read_line(&mut line)? > 2 {
            line.clear();
        }
        let games = self
            .games
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let mut words = request.split_whitespace();
        let (status, kind, body) = match (words.next(), words.next()) {
            (Some("GET"), Some("/")) => self.page(&games),
            (Some("GET"), Some("/games")) => ("200 OK", "text/plain", games.len().to_string()),
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

    fn page(&self, games: &[FinishedGame]) -> (&'static str, &'static str, String) {
        match report::html(&self.head, games, self.test.as_ref()) {
            Ok(page) => ("200 OK", "text/html", page.replace("</body>", LIVE)),
            Err(error) => ("500 Internal Server Error", "text/plain", error.to_string()),
        }
    }
}
