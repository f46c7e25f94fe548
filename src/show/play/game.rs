//! The game that is played: whose turn it is, what has been played, how it ended; and the engine's
//! part in it, its moves and hints.

use super::Setup;
use crate::language::Language;
use crate::texts::Text;
use engine::player::{Engine, Level, Settings};
use engine::record::notation::{MoveError, read_move};
use engine::record::{Record, Termination};
use engine::search::{Decision, Limits, Outcome, Score};
use engine::shogi::declaration::{Declaration, EnteringKingRule};
use engine::shogi::game::Game;
use engine::shogi::{Color, Move, Position};
use engine::usi::session::NAME;
use std::fmt::Display;

/// Who declares a win by entering king wins by this rule: in a handicap game the upper hand is credited
/// with what it gave.
const RULE: EnteringKingRule = EnteringKingRule::CsaRule27H;

/// The nodes of a hint: half a second or so.
const HINT_NODES: u64 = 200_000;
/// Memory for what hints know, in MiB.
const HINT_HASH_MB: usize = 16;
/// How many moves of a line are shown.
const LINE: usize = 5;

/// A game, and the engine that plays against the person.
pub struct PlayedGame {
    /// The game so far, and how it is played.
    setup: Setup,
    engine: Engine,
    /// Who gives hints; made when the first is asked for.
    adviser: Option<Engine>,
    /// How it ended, if not by the rules alone.
    end: Option<Termination>,
}

impl PlayedGame {
    /// The game of `setup`.
    pub fn new(mut setup: Setup) -> Self {
        setup.settings.entering_king_rule = RULE;
        Self {
            engine: Engine::new(setup.settings.clone().at_level(setup.level)),
            adviser: None,
            end: None,
            setup,
        }
    }

    /// What is said, in the language of the person.
    pub fn say(&self, text: Text, values: &[&dyn Display]) -> String {
        self.setup.language.say(text, values)
    }

    /// The first line.
    pub fn welcome(&self) -> String {
        let side = self.side(self.setup.person);
        self.say(Text::Welcome, &[&side, &NAME, &self.setup.level])
    }

    /// The name of a side; in Japan the giver of a handicap and the taker have names of their own.
    pub fn side(&self, side: Color) -> String {
        let is_handicap = self.game().start().side() == Color::White;
        match (self.setup.language, side) {
            (Language::Japanese, Color::Black) if is_handicap => self.say(Text::LowerHand, &[]),
            (Language::Japanese, Color::White) if is_handicap => self.say(Text::UpperHand, &[]),
            (language, side) => language.side(side).to_owned(),
        }
    }

    /// How it is played.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.setup.game
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.game().position()
    }

    /// Plays at `level` from now on.
    pub fn set_level(&mut self, level: Level) {
        self.setup.level = level;
        let settings = self.setup.settings.clone().at_level(level);
        self.engine.configure(&settings);
    }

    /// How the game ended, if it did.
    pub fn ending(&self) -> Option<Termination> {
        self.end
            .or_else(|| self.game().ending(None).map(Into::into))
    }

    /// How the game ended, in words.
    pub fn result(&self) -> Option<String> {
        let reason = self.ending()?;
        let mover = self.position().side();
        let (text, side) = match reason {
            Termination::Resignation => (Text::Resigns, mover),
            Termination::Mate => (Text::IsMated, mover),
            Termination::Declaration => (Text::Declares, mover),
            Termination::TimeUp => (Text::TimeIsUp, mover),
            Termination::PerpetualCheck { loser } => (Text::Perpetual, loser),
            Termination::Repetition => (Text::FourthTime, mover),
            _ => (Text::Over, mover),
        };
        let how = self.say(text, &[&self.side(side)]);
        let outcome = match reason.winner(mover) {
            Some(winner) if winner == self.setup.person => Text::YouWin,
            Some(_) => Text::YouLose,
            None => Text::Draw,
        };
        Some(self.say(outcome, &[&how]))
    }

    fn refuse_if_over(&self) -> Result<(), String> {
        match self.ending() {
            Some(_) => Err(self.say(Text::IsOver, &[])),
            None => Ok(()),
        }
    }

    /// Makes the person's move.
    ///
    /// # Errors
    /// In words, if it cannot be made, or the game is over.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        self.refuse_if_over()?;
        let refused = |error| match error {
            MoveError::Unknown(text) => self.say(Text::NoMoveHere, &[&text]),
            MoveError::Ambiguous { text, moves } => self.say(Text::SeveralMoves, &[&text, &moves]),
            MoveError::Illegal(mv) => self.say(Text::NotLegal, &[&mv]),
        };
        let mv = read_move(self.game(), text).map_err(refused)?;
        self.setup.game.play(mv).map_err(|error| error.to_string())
    }

    /// The names of the moves of `line` from the position on.
    fn names(&self, line: &[Move]) -> Vec<String> {
        let last = self.game().moves().last().map(|mv| mv.to());
        self.setup.notation.line(self.position(), last, line)
    }

    /// The name of a move of the position, and USI's where that is another.
    fn named(&self, mv: Move) -> String {
        let (name, usi) = (self.names(&[mv]).concat(), mv.to_string());
        if name == usi {
            usi
        } else {
            format!("{name} ({usi})")
        }
    }

    /// Lets the engine move if it is its turn, and says what it did.
    pub fn answer(&mut self) -> Option<String> {
        let turn = self.position().side();
        if turn == self.setup.person || self.ending().is_some() {
            return None;
        }
        self.engine.set_game(self.setup.game.clone());
        let limits = Limits {
            move_time_ms: Some(self.setup.time_ms),
            ..Limits::none()
        };
        match self.engine.search(limits, &mut ()).decision {
            Decision::Play { best, .. } => {
                let name = self.named(best);
                self.setup.game.play(best).ok()?;
                return Some(name);
            }
            Decision::Resign => self.end = Some(Termination::Resignation),
            Decision::DeclareWin => self.end = Some(Termination::Declaration),
        }
        None
    }

    /// What to play, in words.
    pub fn hint(&mut self) -> String {
        if let Err(refusal) = self.refuse_if_over() {
            return refusal;
        }
        let setup = &self.setup;
        let adviser = self.adviser.get_or_insert_with(|| {
            Engine::new(Settings {
                hash_mb: HINT_HASH_MB,
                analysis: true,
                ..setup.settings.clone()
            })
        });
        adviser.set_game(setup.game.clone());
        let Outcome { info, score, .. } = adviser.search(Limits::nodes(HINT_NODES), &mut ());
        let Some(&best) = info.pv.first() else {
            return self.say(Text::NoMoveLeft, &[]);
        };
        let names: Vec<_> = self.names(&info.pv).into_iter().take(LINE).collect();
        let (name, value) = (self.named(best), self.value(score));
        self.say(Text::Hint, &[&name, &value, &names.join(" ")])
    }

    /// A value in words, for the side to move.
    fn value(&self, score: Score) -> String {
        match score {
            Score::Cp(cp) => self.say(Text::ValueForYou, &[&format!("{cp:+}")]),
            Score::Mate(plies) if plies > 0 => self.say(Text::YouMate, &[&plies]),
            Score::Mate(plies) => self.say(Text::YouAreMatedIn, &[&-plies]),
            Score::Mated => self.say(Text::YouAreMated, &[]),
        }
    }

    /// Takes back moves until it was the person's turn before, and says so.
    ///
    /// # Errors
    /// In words, if there is none to take back.
    pub fn undo(&mut self) -> Result<String, String> {
        let own = |game: &Game| game.position().side() == self.setup.person;
        if self.end.is_some() && own(self.game()) {
            self.end = None;
            return Ok(self.say(Text::EndTakenBack, &[]));
        }
        let mut game = self.game().before_last();
        let mut taken = 1;
        while let Some(before) = game.as_ref().filter(|game| !own(game)) {
            game = before.before_last();
            taken += 1;
        }
        let Some(game) = game else {
            return Err(self.say(Text::NothingToTakeBack, &[]));
        };
        self.setup.game = game;
        self.end = None;
        let text = if taken == 1 {
            Text::OneTakenBack
        } else {
            Text::TakenBack
        };
        Ok(self.say(text, &[&taken]))
    }

    /// The person gives up.
    ///
    /// # Errors
    /// In words, if the game is over.
    pub fn resign(&mut self) -> Result<(), String> {
        self.refuse_if_over()?;
        self.end = Some(Termination::Resignation);
        Ok(())
    }

    /// The time of the side to move is up.
    ///
    /// # Errors
    /// In words, if the game is over.
    pub fn lose_on_time(&mut self) -> Result<(), String> {
        self.refuse_if_over()?;
        self.end = Some(Termination::TimeUp);
        Ok(())
    }

    /// The person claims a win; a wrong claim is refused and costs nothing.
    ///
    /// # Errors
    /// In words, if the game is over or it does not win.
    pub fn declare(&mut self) -> Result<(), String> {
        self.refuse_if_over()?;
        match RULE.verdict(self.position()) {
            Declaration::Win => {
                self.end = Some(Termination::Declaration);
                Ok(())
            }
            _ => Err(self.say(Text::CannotDeclare, &[&RULE])),
        }
    }

    /// The moves so far.
    pub fn moves(&self) -> String {
        let game = self.game();
        let names = self.setup.notation.line(game.start(), None, game.moves());
        if names.is_empty() {
            return self.say(Text::NoMoveYet, &[]);
        }
        names.join(" ")
    }

    /// The game as a record.
    pub fn record(&self) -> Record {
        let mut record = Record::new(self.game().clone());
        let engine = format!("{NAME} level {}", self.setup.level);
        record.names[self.setup.person.flip().array_index()] = engine;
        record.ending = Some(self.ending().unwrap_or(Termination::Interrupted).into());
        record
    }
}
