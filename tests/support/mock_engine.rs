//! A USI engine that plays the first legal move until it commits the fault it is told to, by the
//! option `Fault`, at its move `At` of each game. It notes its process group in the file of the option
//! `PidFile`, and those of programs that it leaves behind; its own once more when it stops reading.

#![allow(clippy::expect_used, clippy::print_stdout, clippy::print_stderr)]

use engine::search::Decision;
use engine::shogi::game::Game;
use engine::shogi::{Move, MoveList, movegen};
use engine::usi::grammar::{Command, Response};
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::process::{Command as Process, Stdio, abort, exit};
use std::thread::{park, sleep};
use std::time::Duration;

/// How late a late answer is, and how long a slow one takes.
const LATE: Duration = Duration::from_millis(600);

#[derive(Default)]
struct Mock {
    fault: String,
    at: u32,
    moves: u32,
    ponders: bool,
    game: Game,
    pid_file: String,
}

fn main() {
    let mut mock = Mock::default();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        match Command::parse(&line) {
            Command::Usi => introduce(),
            Command::SetOption { name, value } => mock.set(&name, &value.unwrap_or_default()),
            Command::IsReady => mock.ready(),
            Command::NewGame => mock.moves = 0,
            Command::Position(text) => {
                let (game, error) = Game::parse(&text).expect("a position");
                assert!(error.is_none(), "{text}: {error:?}");
                mock.game = game;
            }
            Command::Go(request) if request.ponder && mock.fault != "eager" => mock.ponders = true,
            Command::Go(_) => mock.go(),
            Command::PonderHit(_) => mock.end_pondering("hit"),
            Command::Stop => mock.end_pondering("miss"),
            Command::GameOver(_) if mock.fault == "end-after-game" => exit(4),
            Command::Quit => return,
            _ => {}
        }
    }
}

fn introduce() {
    println!("id name Mock Engine");
    if std::env::args().any(|it| it == "--malformed") {
        println!("option name Broken");
        println!("option Style type combo");
    }
    println!("option name Fault type string default none");
    println!("option name At Move type spin default 1 min 1 max 1000");
    println!("option name PidFile type string default <empty>");
    println!("usiok");
}

impl Mock {
    fn set(&mut self, name: &str, value: &str) {
        match name {
            "Fault" => {
                value.clone_into(&mut self.fault);
                if value == "deaf" {
                    narrow_input();
                }
            }
            "At Move" => self.at = value.parse().expect("a number"),
            "PidFile" => {
                value.clone_into(&mut self.pid_file);
                self.note(own_group());
            }
            "USI_Ponder" => {}
            _ => panic!("unknown option {name}"),
        }
    }

    fn note(&self, group: u32) {
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).open(&self.pid_file);
        // In one piece: another engine may write its own at the same time.
        let line = format!("{group}\n");
        let written = file.expect("a file").write_all(line.as_bytes());
        written.expect("written");
    }

    /// Leaves a program behind, in a session of its own, whose parent has ended.
    fn leave_behind(&self) {
        let mut parent = Process::new("setsid");
        let parent = parent.args(["sh", "-c", "sleep 1000 &"]);
        let parent = parent.stdin(Stdio::null()).stdout(Stdio::null());
        let mut parent = parent.spawn().expect("a child");
        parent.wait().expect("its end");
        self.note(parent.id());
    }

    fn ready(&self) {
        if self.fault == "never-ready" {
            hang();
        }
        println!("readyok");
    }

    /// Answers if it was pondering, and notes what became of that.
    fn end_pondering(&mut self, how: &str) {
        if std::mem::take(&mut self.ponders) {
            eprintln!("{how}");
            self.go();
        }
    }

    fn go(&mut self) {
        self.moves += 1;
        let nodes = if self.fault == "greedy" { 6000 } else { 30 };
        println!("info depth 1 score cp 7 nodes {nodes} pv 7g7f");
        let best = self.best();
        if self.moves != self.at {
            return println!("{best}");
        }
        match self.fault.as_str() {
            "crash" => {
                eprintln!("out of ideas");
                exit(3);
            }
            "abort" => abort(),
            "hang" => hang(),
            "deaf" => {
                self.note(own_group());
                println!("{best}");
                hang();
            }
            "daemon" => {
                self.leave_behind();
                println!("{best}");
            }
            "late" => {
                sleep(LATE);
                println!("{best}");
            }
            "illegal" => println!("bestmove 5e5d"),
            "garbage" => println!("bestmove banana"),
            "false-win" => println!("bestmove win"),
            "resign" => println!("bestmove resign"),
            "twice" => println!("{best}\n{best}"),
            "no-reply" => {
                let best = best.to_string();
                let (best, _) = best.split_once(" ponder").expect("a reply");
                println!("{best}");
            }
            "cut-off" => {
                let line = "pv 8c8d 7g7f 3c3d 2g2f 8d8e";
                println!("info depth 8 score cp 543 nodes 300 {line}");
                println!("info depth 9 score cp 483 nodes 400 pv 8c8d");
                println!("{best}");
            }
            "gives-up" => {
                println!("info depth 2 score mate -8 nodes 40 pv 7g7f");
                println!("{best}");
            }
            "close" => {
                // The output ends, the process does not.
                let mut child = Process::new("sleep");
                let _ = child.arg("1000").stdout(Stdio::null()).spawn();
                exit(0);
            }
            "chatter" => loop {
                println!("info string still thinking");
            },
            "flood" => {
                for _ in 0..5000 {
                    eprintln!("{}", "x".repeat(100));
                }
                println!("{best}");
            }
            _ => println!("{best}"),
        }
    }

    /// Its move, after which it expects the same of its opponent.
    fn best(&self) -> Response {
        let Some(best) = first_move(&self.game) else {
            return Response::BestMove(Decision::Resign);
        };
        let mut game = self.game.clone();
        game.play(best).expect("a legal move");
        let ponder = first_move(&game);
        Response::BestMove(Decision::Play { best, ponder })
    }
}

fn first_move(game: &Game) -> Option<Move> {
    let mut moves = MoveList::new();
    movegen::legal(game.position(), &mut moves);
    moves.first().copied()
}

#[cfg(unix)]
fn own_group() -> u32 {
    rustix::process::getpgrp().as_raw_nonzero().get() as u32
}

#[cfg(not(unix))]
fn own_group() -> u32 {
    std::process::id()
}

/// Makes the pipe of standard input as small as can be: a page.
#[cfg(target_os = "linux")]
fn narrow_input() {
    rustix::pipe::fcntl_setpipe_size(io::stdin(), 4096).expect("a pipe");
}

#[cfg(not(target_os = "linux"))]
fn narrow_input() {}

fn hang() -> ! {
    loop {
        park();
    }
}
