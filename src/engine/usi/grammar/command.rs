//! What an interface sends to an engine.

use super::{Words, number, parse_move, split_word};
use crate::search::ClockReading;
use crate::shogi::movegen::DEEPEST;
use crate::shogi::{Color, Move};
use std::fmt;

/// A line from the interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `usi`: who are you, and what can be set?
    Usi,
    /// `setoption name N [value V]`.
    SetOption {
        /// The name; some engines' names hold spaces.
        name: String,
        /// The value, as it was written; none if absent or empty.
        value: Option<String>,
    },
    /// `isready`: make ready and say so.
    IsReady,
    /// `usinewgame`: what follows belongs to another game.
    NewGame,
    /// `position …`: what follows the word, for [`crate::shogi::game::Game::parse`].
    Position(String),
    /// `go …`: search.
    Go(GoRequest),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit [times]`: the opponent made the expected move.
    PonderHit(GoTimes),
    /// `gameover [result]`: the game has ended.
    GameOver(Option<GameResult>),
    /// `quit`: exit.
    Quit,
    /// `moves`, `side`, `d`, `eval`, `go perft N`, `getoption`, `usi_tunables`, `bench`: a question.
    Query(Query),
    /// Anything that asks for nothing: `debug`, `register`, a line of unknown words, an empty
    /// one.
    Other,
}

/// A question about the position or the options, as `YaneuraOu` and `ShogiArena` ask them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// `moves`: which moves are legal?
    Moves,
    /// `side`: who is to move?
    Side,
    /// `d`: what does the board look like?
    Board,
    /// `eval`: what is the static value?
    Value,
    /// `go perft N`: how many leaves has the tree of so many plies?
    Perft(u32),
    /// `getoption [NAME]`: what is the option, or what are all of them, set to?
    Options(Option<String>),
    /// `usi_tunables`: what numbers of the search may be tuned?
    Tunables,
    /// `bench`: how many nodes does a fixed piece of work take?
    Bench,
}

impl Query {
    /// Those of one word.
    const WORDS: [(&'static str, Self); 6] = [
        ("moves", Self::Moves),
        ("side", Self::Side),
        ("d", Self::Board),
        ("eval", Self::Value),
        ("usi_tunables", Self::Tunables),
        ("bench", Self::Bench),
    ];

    /// The question that `word` is.
    fn of_word(word: &str) -> Option<Self> {
        let (_, query) = Self::WORDS.iter().find(|(name, _)| *name == word)?;
        Some(query.clone())
    }
}

impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Perft(depth) => write!(f, "go perft {depth}"),
            Self::Options(None) => f.write_str("getoption"),
            Self::Options(Some(name)) => write!(f, "getoption {name}"),
            query => Self::WORDS
                .iter()
                .filter(|(_, known)| known == query)
                .try_for_each(|(word, _)| f.write_str(word)),
        }
    }
}

/// How a game ended for the engine that is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It won.
    Win,
    /// It lost.
    Lose,
    /// Nobody won.
    Draw,
}

/// The times of a `go` or `ponderhit`, in milliseconds, as far as they were given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoTimes {
    /// Black's main time.
    pub black_ms: Option<u64>,
    /// White's main time.
    pub white_ms: Option<u64>,
    /// Time for each move when the main time is used up.
    pub byoyomi_ms: Option<u64>,
    /// What Black gains for each move.
    pub black_increment_ms: Option<u64>,
    /// What White gains for each move.
    pub white_increment_ms: Option<u64>,
}

/// How long a search for mate may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateTime {
    /// Until it is found or stopped.
    Unlimited,
    /// So many milliseconds.
    Ms(u64),
}

/// What a `go` asks for. Everything may be combined with everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GoRequest {
    /// The clocks.
    pub times: GoTimes,
    /// Time for this move, in milliseconds.
    pub move_time_ms: Option<u64>,
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Do not answer before `stop`; see [`GoRequest::is_infinite`].
    pub infinite: bool,
    /// Do not answer before `stop` or `ponderhit`.
    pub ponder: bool,
    /// Search for a mate instead of a move.
    pub mate: Option<MateTime>,
    /// Consider only these moves, which need not be legal; all if empty.
    pub moves: Vec<Move>,
}

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// When it has what it was asked for, or its time is over.
    ByItself,
    /// The same, but not before `ponderhit`.
    AfterPonderHit,
    /// When it is told to.
    AtStop,
}

impl GoRequest {
    /// When its search ends. One that says nothing about it ends by itself: the engine then takes a
    /// time of its own.
    pub fn end(&self) -> End {
        if self.is_infinite() || self.mate == Some(MateTime::Unlimited) {
            End::AtStop
        } else if self.ponder {
            End::AfterPonderHit
        } else {
            End::ByItself
        }
    }

    /// Whether only `stop` ends its search. A limit in nodes or iterations beside `infinite` holds:
    /// `ShogiArena` asks for an analysis so, and waits.
    pub fn is_infinite(&self) -> bool {
        self.infinite && self.nodes.is_none() && self.depth.is_none()
    }
}

impl Command {
    /// Reads a line, with or without its end. Unknown words before a command are skipped, as
    /// the protocol demands.
    pub fn parse(line: &str) -> Self {
        let mut rest = line;
        while let Some((word, arguments)) = split_word(rest) {
            if let Some(command) = Self::from_word(word, arguments) {
                return command;
            }
            rest = arguments;
        }
        Self::Other
    }

    /// A line `NAME VALUE` without `setoption`, as people type it, if `knows` an option of that name.
    pub fn shorthand(line: &str, knows: impl Fn(&str) -> bool) -> Option<Self> {
        let (name, value) = split_word(line)?;
        let value: Vec<_> = value.split_whitespace().collect();
        (!value.is_empty() && knows(name)).then(|| Self::SetOption {
            name: name.to_owned(),
            value: Some(value.join(" ")),
        })
    }

    /// The command that `word` begins; none if it begins none.
    fn from_word(word: &str, arguments: &str) -> Option<Self> {
        Some(match word {
            "usi" => Self::Usi,
            "setoption" => Self::set_option(arguments),
            "isready" => Self::IsReady,
            "usinewgame" => Self::NewGame,
            "position" => Self::Position(arguments.trim().to_owned()),
            "go" => match split_word(arguments) {
                Some(("perft", depth)) => Self::Query(Query::Perft(
                    number(depth.trim())?.min(DEEPEST.into()) as u32,
                )),
                _ => Self::Go(GoRequest::parse(arguments)),
            },
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit(GoRequest::parse(arguments).times),
            "gameover" => Self::GameOver(arguments.split_whitespace().find_map(GameResult::parse)),
            "quit" => Self::Quit,
            "debug" | "register" => Self::Other,
            "getoption" => {
                let name = split_word(arguments).map(|(name, _)| name.to_owned());
                Self::Query(Query::Options(name))
            }
            _ => Self::Query(Query::of_word(word)?),
        })
    }

    fn set_option(arguments: &str) -> Self {
        let Some(("name", named)) = split_word(arguments) else {
            return Self::Other;
        };
        let mut name = Vec::new();
        let mut rest = named;
        let mut value = "";
        while let Some((word, after)) = split_word(rest) {
            if word == "value" {
                value = after.trim();
                break;
            }
            name.push(word);
            rest = after;
        }
        Self::SetOption {
            name: name.join(" "),
            value: (!value.is_empty()).then(|| value.to_owned()),
        }
    }
}

impl GameResult {
    fn parse(word: &str) -> Option<Self> {
        match word {
            "win" => Some(Self::Win),
            "lose" => Some(Self::Lose),
            "draw" => Some(Self::Draw),
            _ => None,
        }
    }
}

impl GoTimes {
    /// The clock of `side`; none if nothing was said about it.
    pub fn reading(&self, side: Color) -> Option<ClockReading> {
        let (main, increment) = match side {
            Color::Black => (self.black_ms, self.black_increment_ms),
            Color::White => (self.white_ms, self.white_increment_ms),
        };
        main.or(increment).or(self.byoyomi_ms)?;
        Some(ClockReading {
            main_ms: main.unwrap_or(0),
            byoyomi_ms: self.byoyomi_ms.unwrap_or(0),
            increment_ms: increment.unwrap_or(0),
        })
    }
}

impl GoRequest {
    fn parse(arguments: &str) -> Self {
        let mut request = Self::default();
        let mut lists_moves = false;
        let mut words = arguments.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if request.read_keyword(word, &mut words) {
                lists_moves = false;
            } else if word == "searchmoves" {
                lists_moves = true;
            } else if lists_moves {
                request.moves.extend(parse_move(word));
            }
        }
        request
    }

    /// Reads what `word` begins; false if it is no keyword.
    fn read_keyword(&mut self, word: &str, words: &mut Words) -> bool {
        match word {
            "btime" => self.times.black_ms = next_number(words),
            "wtime" => self.times.white_ms = next_number(words),
            "byoyomi" => self.times.byoyomi_ms = next_number(words),
            "binc" => self.times.black_increment_ms = next_number(words),
            "winc" => self.times.white_increment_ms = next_number(words),
            "movetime" => self.move_time_ms = next_number(words),
            "nodes" => self.nodes = next_number(words),
            "depth" => {
                self.depth = next_number(words).map(|n| u32::try_from(n).unwrap_or(u32::MAX));
            }
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "mate" => {
                words.next_if_eq(&"infinite");
                self.mate = Some(next_number(words).map_or(MateTime::Unlimited, MateTime::Ms));
            }
            _ => return false,
        }
        true
    }
}

/// The next word, taken if it is a number.
fn next_number(words: &mut Words) -> Option<u64> {
    let number = number(words.peek()?)?;
    words.next();
    Some(number)
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usi => f.write_str("usi"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption {
                name,
                value: Some(value),
            } => {
                write!(f, "setoption name {name} value {value}")
            }
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("usinewgame"),
            Self::Position(text) => write!(f, "position {text}"),
            Self::Go(request) => write!(f, "go{request}"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit(times) => write!(f, "ponderhit{times}"),
            Self::GameOver(None) => f.write_str("gameover"),
            Self::GameOver(Some(result)) => write!(f, "gameover {result}"),
            Self::Quit => f.write_str("quit"),
            Self::Query(query) => write!(f, "{query}"),
            Self::Other => Ok(()),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Draw => "draw",
        })
    }
}

/// Each part after a space.
impl fmt::Display for GoTimes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_part(f, "btime", self.black_ms)?;
        write_part(f, "wtime", self.white_ms)?;
        write_part(f, "byoyomi", self.byoyomi_ms)?;
        write_part(f, "binc", self.black_increment_ms)?;
        write_part(f, "winc", self.white_increment_ms)
    }
}

/// Each part after a space; the moves last, because some engines take all that follows them
/// for moves.
impl fmt::Display for GoRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ponder {
            f.write_str(" ponder")?;
        }
        write!(f, "{}", self.times)?;
        write_part(f, "movetime", self.move_time_ms)?;
        write_part(f, "depth", self.depth)?;
        write_part(f, "nodes", self.nodes)?;
        match self.mate {
            None => {}
            Some(MateTime::Unlimited) => f.write_str(" mate infinite")?,
            Some(MateTime::Ms(ms)) => write!(f, " mate {ms}")?,
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.moves.is_empty() {
            f.write_str(" searchmoves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

fn write_part(
    f: &mut fmt::Formatter<'_>,
    keyword: &str,
    value: Option<impl fmt::Display>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {keyword} {value}"))
}
