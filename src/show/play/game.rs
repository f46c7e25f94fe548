//! The game that is played: whose turn it is, what has been played, how it ended; and the engine's
//! part in it, its moves and hints.

use super::{Setup, move_name, value};
use engine::player::{Engine, Level, Settings};
use engine::record::{Record, Termination, kif, notation};
use engine::search::{Decision, Limits};
use engine::shogi::declaration::{Declaration, EnteringKingRule};
use engine::shogi::game::Game;
use engine::shogi::{Color, Position};
use engine::usi::session::NAME;

/// Who declares a win by entering king wins by this rule: in a handicap game the upper hand is credited
/// with what it gave.
const RULE: EnteringKingRule = EnteringKingRule::CsaRule27H;

/// A game and who plays it.
pub struct PlayedGame {
    game: Game,
    person: Color,
    level: Level,
    opponent: Opponent,
    /// How it ended, if not by the rules alone.
    end: Option<Termination>,
}

impl PlayedGame {
    /// The game of `setup`.
    pub fn new(setup: Setup) -> Self {
        let mut settings = setup.settings;
        settings.entering_king_rule = RULE;
        Self {
            opponent: Opponent::new(settings, setup.level, setup.time_ms),
            game: setup.game,
            person: setup.person,
            level: setup.level,
            end: None,
        }
    }

    /// The first line.
    pub fn welcome(&self) -> String {
        let side = colour(self.person);
        format!(
            "You play {side} against {NAME} at level {}. `help` says what you can type.",
            self.level
        )
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// How strong the engine plays.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Plays at `level` from now on.
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
        self.opponent.set_level(level);
    }

    /// How the game ended.
    fn ending(&self) -> Option<Termination> {
        self.end.or_else(|| self.game.ending(None).map(Into::into))
    }

    /// How the game ended, in words.
    pub fn result(&self) -> Option<String> {
        let reason = self.ending()?;
        let mover = self.position().side();
        let how = match reason {
            Termination::Resignation => format!("{} resigns", colour(mover)),
            Termination::Mate => format!("{} is mated", colour(mover)),
            Termination::Declaration => format!("{} declares an entering king", colour(mover)),
            Termination::PerpetualCheck { loser } => {
                format!("{} gave perpetual check", colour(loser))
            }
            Termination::Repetition => "the position came for the fourth time".to_owned(),
            _ => "the game is over".to_owned(),
        };
        Some(match reason.winner(mover) {
            Some(winner) if winner == self.person => format!("{how}: you win"),
            Some(_) => format!("{how}: you lose"),
            None => format!("{how}: a draw"),
        })
    }

    fn refuse_if_over(&self) -> Result<(), String> {
        match self.ending() {
            Some(_) => Err("the game is over; undo takes back the last moves".to_owned()),
            None => Ok(()),
        }
    }

    /// Makes the person's move.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        self.refuse_if_over()?;
        let mv = notation::read_move(&self.game, text).map_err(|error| error.to_string())?;
        self.game.play(mv).map_err(|error| error.to_string())
    }

    /// Lets the engine move if it is its turn, and says what it did.
    pub fn answer(&mut self) -> Option<String> {
        let turn = self.position().side();
        if turn == self.person || self.ending().is_some() {
            return None;
        }
        match self.opponent.decide(&self.game) {
            Decision::Play { best, .. } => {
                let last = self.game.moves().last().map(|mv| mv.to());
                let name = move_name(self.position(), best, last);
                self.game.play(best).ok()?;
                Some(name)
            }
            Decision::Resign => {
                self.end = Some(Termination::Resignation);
                None
            }
            Decision::DeclareWin => {
                self.end = Some(Termination::Declaration);
                None
            }
        }
    }

    /// What to play, in words.
    pub fn hint(&mut self) -> String {
        match self.refuse_if_over() {
            Ok(()) => self.opponent.hint(&self.game),
            Err(refusal) => refusal,
        }
    }

    /// Takes back moves until it was the person's turn before, and says how many.
    pub fn undo(&mut self) -> Result<String, String> {
        let own = |game: &Game| game.position().side() == self.person;
        if self.end.is_some() && own(&self.game) {
            self.end = None;
            return Ok("the end of the game".to_owned());
        }
        let mut game = self.game.before_last();
        let mut taken = 1;
        while let Some(before) = game.as_ref().filter(|game| !own(game)) {
            game = before.before_last();
            taken += 1;
        }
        let Some(game) = game else {
            return Err("you have made no move to take back".to_owned());
        };
        self.game = game;
        self.end = None;
        Ok(format!(
            "{taken} {}",
            if taken == 1 { "move" } else { "moves" }
        ))
    }

    /// The person gives up.
    pub fn resign(&mut self) -> Result<(), String> {
        self.refuse_if_over()?;
        self.end = Some(Termination::Resignation);
        Ok(())
    }

    /// The person claims a win; a wrong claim is refused and costs nothing.
    pub fn declare(&mut self) -> Result<(), String> {
        self.refuse_if_over()?;
        match RULE.verdict(self.position()) {
            Declaration::Win => {
                self.end = Some(Termination::Declaration);
                Ok(())
            }
            _ => Err(format!("you cannot declare a win here (by {RULE})")),
        }
    }

    /// The moves so far, in Japanese.
    pub fn moves(&self) -> String {
        let names = kif::line_names(self.game.start(), None, self.game.moves());
        if names.is_empty() {
            return "no move yet".to_owned();
        }
        names.join(" ")
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.game.clone());
        let engine = format!("{NAME} level {}", self.level);
        record.names[self.person.flip().array_index()] = engine;
        record.ending = Some(self.ending().unwrap_or(Termination::Interrupted).into());
        record
    }
}

fn colour(side: Color) -> &'static str {
    match side {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// The nodes of a hint: half a second or so.
const HINT_NODES: u64 = 200_000;
/// Memory for what hints know, in MiB.
const HINT_HASH_MB: usize = 16;
/// How many moves of a line are shown.
const LINE: usize = 5;

/// The engine that plays against the person.
struct Opponent {
    engine: Engine,
    /// Who gives hints; made when the first is asked for.
    adviser: Option<Engine>,
    settings: Settings,
    time_ms: u64,
}

impl Opponent {
    /// An engine with `settings` at `level` that thinks `time_ms` milliseconds about a move at most.
    pub fn new(settings: Settings, level: Level, time_ms: u64) -> Self {
        let engine = Engine::new(settings.clone().at_level(level));
        Self {
            engine,
            adviser: None,
            settings,
            time_ms,
        }
    }

    /// Plays at `level` from now on.
    pub fn set_level(&mut self, level: Level) {
        let settings = self.settings.clone().at_level(level);
        self.engine.configure(&settings);
    }

    /// What it does in the last position of `game`.
    pub fn decide(&mut self, game: &Game) -> Decision {
        self.engine.set_game(game.clone());
        let limits = Limits {
            move_time_ms: Some(self.time_ms),
            ..Limits::none()
        };
        self.engine.search(limits, &mut ()).decision
    }

    /// What it would play in the last position of `game` at full strength, in words.
    pub fn hint(&mut self, game: &Game) -> String {
        let settings = &self.settings;
        let adviser = self.adviser.get_or_insert_with(|| {
            Engine::new(Settings {
                hash_mb: HINT_HASH_MB,
                analysis: true,
                ..settings.clone()
            })
        });
        adviser.set_game(game.clone());
        let outcome = adviser.search(Limits::nodes(HINT_NODES), &mut ());
        let line = &outcome.info.pv;
        let pos = game.position();
        let last = game.moves().last().map(|mv| mv.to());
        let Some(&best) = line.first() else {
            return "there is no move".to_owned();
        };
        let line = kif::line_names(pos, last, line);
        let line: Vec<_> = line.into_iter().take(LINE).collect();
        let name = move_name(pos, best, last);
        let value = value(outcome.score);
        format!("hint: {name}, {value}: {}", line.join(" "))
    }
}
