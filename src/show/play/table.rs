//! The game at the table: whose turn it is, what has been played, how it ended.

use super::setup::Setup;
use super::show;
use super::side::Side;
use engine::record::{Record, Termination, kif, typed};
use engine::search::{Decision, Level};
use engine::shogi::declaration::{Declaration, EnteringKingRule};
use engine::shogi::game::Game;
use engine::shogi::{Color, Position};
use engine::usi::session::NAME;

/// Who declares a win by entering king wins by this rule: in a handicap game the upper hand is credited
/// with what it gave.
const RULE: EnteringKingRule = EnteringKingRule::CsaRule27H;

/// A game and who plays it.
pub struct Table {
    game: Game,
    person: Color,
    level: Level,
    side: Side,
    /// How it ended, if not by the rules alone.
    end: Option<Termination>,
}

impl Table {
    /// The game of `setup`.
    pub fn new(setup: Setup) -> Self {
        let mut settings = setup.settings;
        settings.entering_king_rule = RULE;
        Self {
            side: Side::new(settings, setup.level, setup.time_ms),
            game: setup.game,
            person: setup.person,
            level: setup.level,
            end: None,
        }
    }

    /// What is said first.
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
        self.side.set_level(level);
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
        let mv = typed::read_move(&self.game, text).map_err(|error| error.to_string())?;
        self.game.play(mv).map_err(|error| error.to_string())
    }

    /// Lets the engine move if it is its turn, and says what it did.
    pub fn answer(&mut self) -> Option<String> {
        let turn = self.position().side();
        if turn == self.person || self.ending().is_some() {
            return None;
        }
        match self.side.decide(&self.game) {
            Decision::Play { best, .. } => {
                let last = self.game.moves().last().map(|mv| mv.to());
                let name = show::name(self.position(), best, last);
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
            Ok(()) => self.side.hint(&self.game),
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
