//! What the page asks beside USI, and the answers: how a game stands and whether it is over, hints, and the analysis of
//! a game. Requests and answers are objects in JSON, one a line.
//!
//! What must hold: every request is answered by one line, which is the last about it; one that cannot be read by what
//! is wrong with it. Nothing is kept of a game from one request to the next.

use crate::page;
use engine::player::{Engine, Level, Settings};
use engine::record::notation::Notation;
use engine::record::{Evaluation, Record, Termination};
use engine::search::Limits;
use engine::shogi::Color;
use engine::shogi::game::Game;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use show::analyze::{self, Analysis, Effort, Extent, Thinker, chance};
use show::explain::Study;
use show::language::{Language, Reader};
use show::page::ending_name;
use show::play::Setup;
use show::play::game::PlayedGame;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// What stands before requests and answers, in a line.
pub const MARK: &str = "kyomi ";
/// Memory of whoever judges, hints and analyses, in MiB.
const HASH_MB: usize = 16;

/// Raised by whoever wants an analysis to end.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// A request.
#[derive(Deserialize)]
struct Request {
    language: Tongue,
    #[serde(flatten)]
    ask: Ask,
}

#[derive(Clone, Copy, Deserialize)]
enum Tongue {
    #[serde(rename = "en")]
    English,
    #[serde(rename = "ja")]
    Japanese,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Written {
    Japanese,
    Western,
    Usi,
}

#[derive(Clone, Copy, Deserialize)]
enum Side {
    #[serde(rename = "b")]
    Black,
    #[serde(rename = "w")]
    White,
}

/// How the side to move ends a game.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum End {
    Resignation,
    Declaration,
    Time,
}

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Ask {
    /// How the game of a person stands, by a search of so many nodes; `end` is how the side to move ends it.
    Judge {
        game: String,
        person: Side,
        nodes: u64,
        end: Option<End>,
    },
    /// The best move, and why.
    Hint {
        game: String,
        notation: Written,
        nodes: u64,
    },
    /// The page of an analysis with so many nodes for each position.
    Analyze {
        game: String,
        names: [String; 2],
        title: String,
        nodes: u64,
        end: Option<End>,
    },
    /// The page on which one plays.
    Page,
}

/// How a game stands.
#[derive(Serialize)]
struct Standing {
    /// What ended it, as the scripts call it, and in words.
    over: Option<(&'static str, String)>,
    /// Why it cannot be ended as was asked.
    refusal: Option<String>,
    /// The value for Black in words, nothing where the game is over; and its chance to win in permille.
    value: String,
    chance: u32,
}

/// Answers requests.
#[derive(Default)]
pub struct Desk {
    judge: Option<Engine>,
}

impl Desk {
    /// Answers `request`: `say` hears the answer, and how far a long piece of work has come before.
    pub fn answer(&mut self, request: &str, say: &mut dyn FnMut(&str)) {
        let request = serde_json::from_str::<Request>(request).map_err(|error| error.to_string());
        let answer = request.and_then(|it| self.do_as(it, say));
        let answer = answer.unwrap_or_else(|error| json!({ "error": error }));
        say(&answer.to_string());
    }

    fn do_as(&mut self, request: Request, say: &mut dyn FnMut(&str)) -> Result<Value, String> {
        let language = match request.language {
            Tongue::English => Language::English,
            Tongue::Japanese => Language::Japanese,
        };
        match request.ask {
            Ask::Judge {
                game,
                person,
                nodes,
                end,
            } => {
                let played = played(read(&game)?, person, language);
                self.judge(played, nodes, end, language)
            }
            Ask::Hint {
                game,
                notation,
                nodes,
            } => Ok(hint(read(&game)?, nodes, reader(language, notation))),
            Ask::Analyze {
                game,
                names,
                title,
                nodes,
                end,
            } => {
                let record = record(read(&game)?, names, end);
                analyze(record, nodes, Reader::of(language), &title, say)
            }
            Ask::Page => {
                let html = page::html(language).map_err(|error| error.to_string())?;
                Ok(json!({ "html": html }))
            }
        }
    }

    fn judge(
        &mut self,
        mut played: PlayedGame,
        nodes: u64,
        end: Option<End>,
        language: Language,
    ) -> Result<Value, String> {
        let refused = match end {
            Some(End::Resignation) => played.resign(),
            Some(End::Declaration) => played.declare(),
            Some(End::Time) => played.lose_on_time(),
            None => Ok(()),
        };
        let ending = played.ending();
        let over = ending.zip(played.result());
        let evaluation = self.evaluation(&played, nodes);
        let value = match ending {
            Some(_) => String::new(),
            None => language.value(evaluation),
        };
        let standing = Standing {
            over: over.map(|(reason, words)| (ending_name(reason).unwrap_or_default(), words)),
            refusal: refused.err(),
            value,
            chance: chance(evaluation, Color::Black),
        };
        serde_json::to_value(standing).map_err(|error| error.to_string())
    }

    /// What the position of the game is worth; a decided game is worth its result.
    fn evaluation(&mut self, played: &PlayedGame, nodes: u64) -> Evaluation {
        let mover = played.position().side();
        if let Some(ending) = played.ending() {
            let winner = ending.winner(mover);
            let won = |winner| Evaluation::Mate {
                winner,
                plies: None,
            };
            return winner.map_or(Evaluation::Centipawns(0), won);
        }
        let judge = self.judge.get_or_insert_with(|| Engine::new(settings()));
        judge.set_game(played.game().clone());
        let outcome = judge.search(Limits::nodes(nodes.max(1)), &mut ());
        Evaluation::of_score(outcome.score, mover)
    }
}

/// Those of whoever judges.
fn settings() -> Settings {
    Settings {
        hash_mb: HASH_MB,
        analysis: true,
        ..Settings::default()
    }
}

fn read(game: &str) -> Result<Game, String> {
    game.parse::<Game>().map_err(|error| error.to_string())
}

fn reader(language: Language, notation: Written) -> Reader {
    let notation = Some(match notation {
        Written::Japanese => Notation::Japanese,
        Written::Western => Notation::Western,
        Written::Usi => Notation::Usi,
    });
    Reader { language, notation }
}

/// `game` as one that a person plays.
fn played(game: Game, person: Side, language: Language) -> PlayedGame {
    PlayedGame::new(Setup {
        game,
        person: match person {
            Side::Black => Color::Black,
            Side::White => Color::White,
        },
        level: Level::FULL,
        time_ms: 0,
        kanji: false,
        language,
        notation: Notation::Usi,
        settings: settings(),
    })
}

fn hint(game: Game, nodes: u64, reader: Reader) -> Value {
    let study = Study::new(game, settings(), Limits::nodes(nodes.max(1)), None);
    let line: Vec<_> = study.info().pv.iter().map(ToString::to_string).collect();
    json!({ "line": line, "words": study.finding(reader) })
}

/// `game` as a record; `end` is how the side to move ended it, if not the rules did.
fn record(game: Game, names: [String; 2], end: Option<End>) -> Record {
    let by_rule = game.ending(None).map(Termination::from);
    let ending = match end {
        Some(End::Resignation) => Termination::Resignation,
        Some(End::Declaration) => Termination::Declaration,
        Some(End::Time) => Termination::TimeUp,
        None => by_rule.unwrap_or(Termination::Interrupted),
    };
    let mut record = Record::new(game);
    record.names = names;
    record.ending = Some(ending.into());
    record
}

fn analyze(
    record: Record,
    nodes: u64,
    reader: Reader,
    title: &str,
    say: &mut dyn FnMut(&str),
) -> Result<Value, String> {
    STOP.store(false, Ordering::Relaxed);
    let steps = Analysis::steps(&record, Extent::Game);
    let mut progress = |done: usize| {
        say(&json!({ "done": done, "steps": steps }).to_string());
        if STOP.load(Ordering::Relaxed) {
            return Err(io::Error::from(io::ErrorKind::Interrupted));
        }
        Ok(())
    };
    let mut thinker = Thinker::new(settings(), Effort::Nodes(nodes.max(1)));
    let analysis = Analysis::new(record, Extent::Game, &mut thinker, &mut progress);
    let analysis = analysis.map_err(|error| error.to_string())?;
    let lessons = analyze::lessons(&analysis, &thinker);
    let html = analyze::html(&analysis, &lessons, reader, title).map_err(|it| it.to_string())?;
    Ok(json!({ "html": html }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(request: &str) -> Vec<Value> {
        let mut said = Vec::new();
        Desk::default().answer(request, &mut |line| {
            said.push(serde_json::from_str(line).unwrap());
        });
        said
    }

    fn judged(language: &str, game: &str, end: &str) -> Value {
        let request = json!({
            "ask": "judge", "language": language, "game": game, "person": "b", "nodes": 50,
            "end": serde_json::from_str::<Value>(end).unwrap(),
        });
        let [answer] = &answers(&request.to_string())[..] else {
            panic!("one answer");
        };
        answer.clone()
    }

    /// White is mated by a gold.
    const MATED: &str = "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";

    #[test]
    fn a_game_goes_on_until_rules_or_players_end_it() {
        let begun = judged("en", "startpos", "null");
        assert_eq!(begun["over"], Value::Null);
        assert!((450..600).contains(&begun["chance"].as_i64().unwrap()));
        let mated = judged("en", MATED, "null");
        assert_eq!(mated["over"], json!(["mate", "White is mated: you win"]));
        assert_eq!(
            [&mated["chance"], &mated["value"]],
            [&json!(1000), &json!("")]
        );
        let resigned = judged("ja", "startpos", "\"resignation\"");
        let words = "先手の投了。あなたの負けです。";
        assert_eq!(resigned["over"], json!(["resignation", words]));
        assert_eq!(resigned["chance"], 0);
        let late = judged("en", "startpos moves 7g7f", "\"time\"");
        assert_eq!(
            late["over"],
            json!(["time", "White ran out of time: you win"])
        );
    }

    #[test]
    fn who_cannot_declare_a_win_is_refused_and_the_game_goes_on() {
        let refused = judged("en", "startpos", "\"declaration\"");
        assert_eq!(refused["over"], Value::Null);
        assert!(
            refused["refusal"]
                .as_str()
                .unwrap()
                .starts_with("you cannot")
        );
    }

    #[test]
    fn a_hint_is_a_line_and_its_reason_in_the_notation_that_was_asked_for() {
        let request =
            r#"{"ask":"hint","language":"ja","game":"startpos","notation":"japanese","nodes":500}"#;
        let hint = &answers(request)[0];
        assert!(!hint["line"].as_array().unwrap().is_empty());
        assert!(hint["words"].as_str().unwrap().starts_with("最善手は"));
    }

    #[test]
    fn an_analysis_says_how_far_it_is_and_ends_with_a_page() {
        let request = r#"{"ask":"analyze","language":"en","game":"startpos moves 7g7f 3c3d","names":["You","Kyomi"],
            "title":"a game","nodes":100,"end":"time"}"#;
        let said = answers(request);
        let (last, before) = said.split_last().unwrap();
        let page = last["html"].as_str().unwrap();
        assert!(page.contains("a game") && page.contains("\"reason\":\"time\""));
        let done: Vec<_> = before.iter().filter_map(|it| it["done"].as_u64()).collect();
        assert_eq!(done, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_request_that_cannot_be_read_is_answered_by_what_is_wrong_with_it() {
        for (request, problem) in [
            ("nonsense", "expected"),
            (r#"{"ask":"fly","language":"en"}"#, "fly"),
            (r#"{"ask":"page","language":"fr"}"#, "fr"),
            (
                r#"{"ask":"judge","language":"en","game":"startpos moves 7g7e","person":"b","nodes":1}"#,
                "7g7e",
            ),
        ] {
            let answer = &answers(request)[0]["error"];
            assert!(answer.as_str().unwrap().contains(problem), "{answer}");
        }
    }

    #[test]
    fn the_page_is_there_in_both_languages() {
        for (language, title, handicap) in [
            ("en", "Play shogi", "right lance"),
            ("ja", "将棋を指す", "六枚落ち"),
        ] {
            let page = answers(&json!({ "ask": "page", "language": language }).to_string());
            let page = page[0]["html"].as_str().unwrap();
            assert!(
                page.contains(title) && page.contains(handicap),
                "{language}"
            );
        }
    }
}
