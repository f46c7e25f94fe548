//! A running match for browsers on the same machine: its report, and what is being played.
//!
//! What must hold: only this machine is answered, and only under its own names, so that no page of
//! somebody else reads the report; whatever clients do, however many they are, leaves the match alone.

use anyhow::anyhow;
use matches::crew::{AtWork, Observer};
use matches::observers::tally::Account;
use matches::referee::finished::FinishedGame;
use show::report::{Report, State};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a client may take to ask in all, or to take its answer.
const CLIENT_TIME: Duration = Duration::from_secs(5);
/// A longer request is none.
const LONGEST_REQUEST: u64 = 8192;
/// How many clients are served at a time; more are told to come again.
const MOST_CLIENTS: usize = 64;

/// A running match, shown to whoever asks.
pub(super) struct Served(Arc<Shown>);

/// What there is to show.
struct Shown {
    report: Mutex<Report>,
    account: Mutex<Account>,
    at_work: Mutex<Vec<AtWork>>,
    /// The page, and of how many games it is: it is put together once for all who look.
    page: Mutex<Option<(u64, Arc<str>)>>,
}

impl Served {
    /// Answers at `port` of this machine, or at a free one if that is 0, as long as the program
    /// runs. Returns where.
    ///
    /// # Errors
    /// If the port cannot be had.
    pub(super) fn start(
        port: u16,
        report: Report,
        account: Account,
    ) -> anyhow::Result<(Self, String)> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = listener.map_err(|error| anyhow!("--serve {port}: {error}"))?;
        let address = format!("http://{}/", listener.local_addr()?);
        let shown = Arc::new(Shown {
            report: Mutex::new(report),
            account: Mutex::new(account),
            at_work: Mutex::default(),
            page: Mutex::default(),
        });
        let served = Self(Arc::clone(&shown));
        thread::spawn(move || serve(&listener, &shown));
        Ok((served, address))
    }
}

/// Answers clients, each on a thread of its own: one that is slow holds up nobody.
fn serve(listener: &TcpListener, shown: &Arc<Shown>) {
    let places = Arc::new(());
    for client in listener.incoming().flatten() {
        let place = Arc::clone(&places);
        let is_full = Arc::strong_count(&places) > MOST_CLIENTS + 1;
        let shown = Arc::clone(shown);
        // Neither a client that has gone away nor a system without threads stops the match.
        let _ = thread::Builder::new().spawn(move || {
            let answered = answer(&client, |path| match path {
                _ if is_full => Answer::text(BUSY, "too many ask; try again\n"),
                Some("/") => page(&shown),
                Some("/state") => state(&shown),
                Some("/favicon.ico") => Answer::new(OK, "image/svg+xml", ICON),
                _ => Answer::text(NOT_FOUND, "nothing is here\n"),
            });
            drop(place);
            answered
        });
    }
}

impl Observer for Served {
    fn arrived(&mut self, game: &FinishedGame) -> io::Result<()> {
        locked(&self.0.account).arrived(game)
    }

    fn game(&mut self, game: &FinishedGame) -> io::Result<()> {
        locked(&self.0.account).game(game)?;
        locked(&self.0.report).game(game)
    }

    fn pair(&mut self, games: &[FinishedGame; 2]) -> io::Result<()> {
        locked(&self.0.account).pair(games)
    }

    fn tick(&mut self, at_work: &[AtWork]) -> io::Result<()> {
        *locked(&self.0.at_work) = at_work.to_vec();
        Ok(())
    }
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

const OK: &str = "200 OK";
const FORBIDDEN: &str = "403 Forbidden";
const NOT_FOUND: &str = "404 Not Found";
const FAILED: &str = "500 Internal Server Error";
const BUSY: &str = "503 Service Unavailable";

/// A piece of shogi, for the tab of the browser.
const ICON: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">\
<path d=\"M16 2 25 8 28 30H4L7 8Z\" fill=\"#f2d58f\" stroke=\"#6b5430\" stroke-width=\"2\"/>\
<path d=\"M10 13H22M16 9V24M9 24H23M11 18H21\" fill=\"none\" stroke=\"#1d1a14\" stroke-width=\"2.4\"/></svg>";

/// What a client is told.
struct Answer {
    status: &'static str,
    kind: &'static str,
    body: Arc<str>,
}

impl Answer {
    fn new(status: &'static str, kind: &'static str, body: impl Into<Arc<str>>) -> Self {
        let body = body.into();
        Self { status, kind, body }
    }

    fn text(status: &'static str, body: impl Into<Arc<str>>) -> Self {
        Self::new(status, "text/plain; charset=utf-8", body)
    }
}

/// Answers `client` with what `of` gives for the path that it asks for; none if it asks for no path.
fn answer(client: &TcpStream, of: impl FnOnce(Option<&str>) -> Answer) -> io::Result<()> {
    let mut patient = Patient::new(client);
    let mut reader = BufReader::new(&mut patient).take(LONGEST_REQUEST);
    let (mut request, mut line) = (String::new(), String::new());
    reader.read_line(&mut request)?;
    let mut hosts = Vec::new();
    // What is left unread would cut the answer short.
    while reader.read_line(&mut line)? > 2 {
        hosts.extend(host(&line).map(str::to_owned));
        line.clear();
    }
    let mut words = request.split_whitespace();
    let answer = if hosts.is_empty() || !hosts.iter().all(|it| is_local(it)) {
        Answer::text(FORBIDDEN, "expected a request to 127.0.0.1 or localhost\n")
    } else {
        of(words.next().filter(|&it| it == "GET").and(words.next()))
    };
    let Answer { status, kind, body } = answer;
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let mut patient = Patient::new(client);
    patient.write_all(head.as_bytes())?;
    patient.write_all(body.as_bytes())
}

fn page(shown: &Shown) -> Answer {
    let mut page = locked(&shown.page);
    let games = locked(&shown.report).games();
    if let Some((_, text)) = page.as_ref().filter(|(of, _)| *of == games) {
        return Answer::new(OK, HTML, Arc::clone(text));
    }
    // The match goes on while the page is put together.
    let report = locked(&shown.report).clone();
    match report.live_html() {
        Ok(text) => {
            let text = Arc::<str>::from(text);
            *page = Some((report.games(), Arc::clone(&text)));
            Answer::new(OK, HTML, text)
        }
        Err(error) => Answer::text(FAILED, error.to_string()),
    }
}

const HTML: &str = "text/html; charset=utf-8";

fn state(shown: &Shown) -> Answer {
    let at_work = locked(&shown.at_work).clone();
    let (games, language) = {
        let report = locked(&shown.report);
        (report.games(), report.language())
    };
    let state = State::new(games, &locked(&shown.account), &at_work, language);
    match serde_json::to_string(&state) {
        Ok(text) => Answer::new(OK, "application/json", text),
        Err(error) => Answer::text(FAILED, error.to_string()),
    }
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
