//! The player: whatever lies between a game with a clock and a move. Settings, levels, opening book, mate
//! solver, threads and memory around the search.
//!
//! [`Engine`] is the one way in: settings, a game, limits and a listener go in, typed reports come out.
//! Never prints.

mod book;
mod choice;
mod foresight;
mod job;
pub mod levels;
mod mate;
mod memory;
mod reply;
mod settings;

use crate::book::{Book, BookSettings};
use crate::eval::{Evaluation, PAWN};
use crate::platform::{HAS_THREADS, Instant};
use crate::record::kif::is_handicap;
use crate::search::game_rules::GameRules;
use crate::search::noise::Noise;
use crate::search::signals::Signals;
use crate::search::table::Table;
use crate::search::worker::{Worker, WorkerSettings};
use crate::search::{ClockReading, Ends, Limits, Listener, Outcome};
use crate::shogi::declaration::EnteringKingRule;
use crate::shogi::game::Game;
use crate::shogi::movegen::Variety;
use crate::shogi::{Color, Move};
use base::random;
use job::Job;
pub use levels::Level;
use levels::keep_below;
pub use memory::most_threads;
use memory::{Touching, most_table_mb};
pub use settings::Settings;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};

/// An engine: its settings, its tables, and one game on its board. The page of the crate has an example.
pub struct Engine {
    settings: Settings,
    game: Game,
    table: Option<Arc<Table>>,
    table_mb: usize,
    /// The work on the memory of a new table.
    touching: Option<Touching>,
    /// What all that table and workers hold follows from.
    foundation: Foundation,
    /// What noise and choices of this game follow from.
    noise_seed: u64,
    workers: Vec<Worker>,
    book: Option<Arc<Book>>,
    /// What was set when the book was opened.
    opened: BookSettings,
    signals: Arc<Signals>,
    running: Option<JoinHandle<Option<Job>>>,
}

/// What every value that a search finds follows from, beside the position and how it is searched.
#[derive(PartialEq)]
struct Foundation {
    evaluation: Evaluation,
    level: Level,
    entering_king: EnteringKingRule,
    max_moves: u32,
    draw_values: [i32; 2],
}

impl Foundation {
    fn of(settings: &Settings) -> Self {
        Self {
            evaluation: settings.evaluation.clone(),
            level: settings.level_in_force(),
            entering_king: settings.entering_king_rule,
            max_moves: settings.max_moves,
            draw_values: settings.draw_values,
        }
    }
}

impl Engine {
    /// An engine with `settings`, at the start position. Allocates no table before
    /// [`Engine::configure`] or the first search.
    pub fn new(settings: Settings) -> Self {
        Self {
            foundation: Foundation::of(&settings),
            noise_seed: draw_seed(&settings),
            settings,
            game: Game::default(),
            table: None,
            table_mb: 0,
            touching: None,
            workers: Vec::new(),
            book: None,
            opened: BookSettings::default(),
            signals: Arc::default(),
            running: None,
        }
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Puts `settings` in force, waiting for a running search to end first (stop it before);
    /// allocates the table when its size changed. Cheap when nothing changed. Remarks say what
    /// could not be had (a table of that size, say).
    pub fn configure(&mut self, settings: &Settings) -> Vec<String> {
        self.wait();
        self.settings = settings.clone();
        self.prepare()
    }

    /// Makes table, evaluation and threads what the settings say, and says what could not be had.
    fn prepare(&mut self) -> Vec<String> {
        let foundation = Foundation::of(&self.settings);
        if self.foundation != foundation {
            // What was learned by other values or rules is worth nothing. A new table is there sooner than a large
            // one is cleared.
            self.foundation = foundation;
            self.workers.clear();
            self.table = None;
        }
        let of_table = self.prepare_table();
        let of_workers = self.prepare_workers();
        let of_book = self.prepare_book();
        let remarks = [of_table, of_workers, of_book];
        remarks.into_iter().flatten().collect()
    }

    /// Opens the book when what is set about it has changed.
    fn prepare_book(&mut self) -> Option<String> {
        let wanted = &self.settings.book;
        if self.opened.is_same_file(wanted) {
            return None;
        }
        self.opened = wanted.clone();
        let opened = Book::open(wanted);
        let remark = match &opened {
            Ok(book) => book.as_ref().and_then(Book::remark),
            Err(error) => Some(error.to_string()),
        };
        self.book = opened.ok().flatten().map(Arc::new);
        remark.map(|remark| format!("BookFile: {remark}"))
    }

    /// The size in MiB of the new table that it takes to put `settings` in force, if it does; a large one takes seconds.
    pub fn new_table_mb(&self, settings: &Settings) -> Option<usize> {
        let wanted = settings.hash_mb.max(1);
        let is_there = self.table.is_some() && self.table_mb == wanted;
        (!is_there || self.foundation != Foundation::of(settings)).then_some(wanted)
    }

    fn prepare_table(&mut self) -> Option<String> {
        let wanted = self.settings.hash_mb.max(1);
        if self.table.is_some() && self.table_mb == wanted {
            return None;
        }
        // The old table goes first: there may not be memory for both.
        self.touching = None;
        self.table = None;
        let table = Table::new(wanted.min(most_table_mb()));
        let had = table.megabytes();
        let table = Arc::new(table);
        self.touching = Some(Touching::begin(&table));
        self.table = Some(table);
        self.table_mb = wanted;
        (had < wanted).then(|| format!("no memory for USI_Hash {wanted} MB; using {had} MB"))
    }

    fn prepare_workers(&mut self) -> Option<String> {
        let worker_settings = WorkerSettings::of(&self.settings, &self.game, self.noise_seed);
        let wanted = self.threads();
        let threads = wanted.min(most_threads());
        let changes = self.workers.len() != threads;
        self.workers.truncate(threads);
        for worker in &mut self.workers {
            worker.settings = worker_settings.clone();
        }
        while self.workers.len() < threads {
            self.workers.push(Worker::new(
                worker_settings.clone(),
                &self.foundation.evaluation,
            ));
        }
        (changes && threads < wanted)
            .then(|| format!("no processors for {wanted} threads; using {threads}"))
    }

    /// How many threads to search with: what a level is worth was measured with one, and the textbook has one.
    fn threads(&self) -> usize {
        if self.foundation.level == Level::FULL && self.settings.textbook.is_none() {
            self.settings.threads.max(1)
        } else {
            1
        }
    }

    /// Forgets what is of the last game alone: the histories of moves. What the table knows of
    /// positions stays and is replaced first. Costs a few milliseconds a thread. Waits for a running search.
    pub fn forget_game(&mut self) {
        self.wait();
        self.noise_seed = draw_seed(&self.settings);
        self.workers.iter_mut().for_each(Worker::forget);
    }

    /// Forgets everything learned from earlier searches. Waits for a running search.
    pub fn new_game(&mut self) {
        self.forget_game();
        if let Some(table) = &self.table {
            table.clear();
        }
    }

    /// Sets up the position to search, with the moves that led to it. Waits for a running search.
    pub fn set_game(&mut self, game: Game) {
        self.wait();
        self.game = game;
    }

    /// Searches on this thread (and as many more as the settings say) and returns what it found,
    /// the same that the listener's `done` heard. Neither `infinite` nor `ponder` may be set.
    pub fn search(&mut self, limits: Limits, listener: &mut dyn Listener) -> Outcome {
        let mut job = self.job(limits);
        let outcome = job.run(listener);
        self.take_back(job);
        outcome
    }

    /// The moves from the root to the node at which the last search by one thread was stopped; [`Move::NONE`] for a null move. Nothing if it ended by itself.
    pub fn line_at_stop(&self) -> Vec<Move> {
        let line = self.workers.first().map(|main| main.line_at_stop.iter());
        line.into_iter().flatten().copied().collect()
    }

    /// The lines to the positions drawn from the tree of the last search, as many as its [`Limits`] asked
    /// for or as there were; [`Move::NONE`] for a null move.
    pub fn drawn(&self) -> &[Vec<Move>] {
        self.workers
            .first()
            .map_or(&[], |main| main.line.sampler.lines())
    }

    /// What ended the branches of the last search, in all threads.
    pub fn ends(&self) -> Ends {
        let mut sum = Ends::default();
        self.workers.iter().for_each(|it| sum.add(&it.counts.ends));
        sum
    }

    /// Starts a search in the background. With `infinite` or `ponder` the listener's `done` is
    /// not called before [`Engine::stop`] or [`Engine::ponder_hit`]. If the system refuses a thread for it,
    /// the search is made here and now, and does not wait for these. Where there are no threads at all it is made here
    /// too, and waits for what [`Engine::signals`] are told.
    pub fn go(&mut self, limits: Limits, mut listener: Box<dyn Listener>) {
        let mut job = self.job(limits);
        if !HAS_THREADS {
            job.run(listener.as_mut());
            return self.take_back(job);
        }
        let (hand_over, handed) = mpsc::sync_channel::<(Job, Box<dyn Listener>)>(1);
        let search = move || {
            let (mut job, mut listener) = handed.recv().ok()?;
            job.run(listener.as_mut());
            Some(job)
        };
        match thread::Builder::new().spawn(search) {
            Ok(thread) => {
                // It takes one thing, and is there to take it.
                let _ = hand_over.send((job, listener));
                self.running = Some(thread);
            }
            Err(error) => {
                listener.remark(&format!("no thread to search on: {error}"));
                if job.limits.infinite || job.limits.ponder {
                    self.signals.stop();
                }
                job.run(listener.as_mut());
                self.take_back(job);
            }
        }
    }

    fn job(&mut self, mut limits: Limits) -> Job {
        self.wait();
        self.prepare();
        self.signals.reset(limits.infinite || limits.ponder);
        let settings = &self.settings;
        if settings.depth_limit > 0 {
            keep_below(&mut limits.depth, settings.depth_limit);
        }
        if settings.nodes_limit > 0 {
            keep_below(&mut limits.nodes, settings.nodes_limit);
        }
        limits.keep_to(self.foundation.level);
        if settings.search.choice_temperature > 0 {
            keep_below(&mut limits.depth, choice::ITERATIONS);
        }
        let table = self.table.get_or_insert_with(|| Arc::new(Table::new(1)));
        Job {
            settings: settings.clone(),
            game: self.game.clone(),
            limits,
            table: Arc::clone(table),
            book: self.book.clone(),
            signals: Arc::clone(&self.signals),
            workers: std::mem::take(&mut self.workers),
        }
    }

    /// Keeps what the search of `job` has learned.
    fn take_back(&mut self, job: Job) {
        self.workers = job.workers;
    }

    /// By what a running search is told things while this is lent to it.
    pub fn signals(&self) -> &Arc<Signals> {
        &self.signals
    }

    /// Ends every search while `stop` is raised; only the first that is given counts.
    pub fn heed(&self, stop: Arc<AtomicBool>) {
        self.signals.heed(stop);
    }

    /// Ends the running search, which then reports its best; nothing happens when none runs.
    pub fn stop(&self) {
        self.signals.stop();
    }

    /// The opponent made the expected move at `at`: the clock runs from then, on `clock` if
    /// given, else on the one the search was started with.
    pub fn ponder_hit(&self, at: Instant, clock: Option<ClockReading>) {
        self.signals.ponder_hit(at, clock);
    }

    /// Waits until the running search, if any, has ended.
    pub fn wait(&mut self) {
        if let Some(Some(job)) = self.running.take().and_then(|thread| thread.join().ok()) {
            self.take_back(job);
        }
    }
}

impl WorkerSettings {
    /// What a search of `game` needs of `settings`; the noise of the game follows from `seed`.
    pub fn of(settings: &Settings, game: &Game, seed: u64) -> Self {
        Self {
            config: settings.search.clone(),
            rules: GameRules {
                entering_king: settings.entering_king_rule,
                max_moves: settings.max_moves,
                draw_values: settings.draw_values.map(|cp| cp * PAWN / 100),
            },
            variety: if settings.all_moves {
                Variety::All
            } else {
                Variety::Sensible
            },
            noise: noise(settings, game, seed),
        }
    }
}

/// What noise and choices of a game follow from: what was set, or else a number that nobody knows before.
fn draw_seed(settings: &Settings) -> u64 {
    match settings.noise_seed {
        0 => random::unpredictable(),
        seed => seed,
    }
}

/// The giver's moves that are its own, counted with those of the other side.
const PLIES: usize = 16;

/// The noise on static values for the next search in `game`, from `seed`.
///
/// Whoever gives a handicap judges positions of its first moves with a little noise, so that it chooses
/// among moves that are worth about the same: there is no book of such openings, and the same moves every
/// time would soon be known by heart. No other game, and no analysis, is touched.
fn noise(settings: &Settings, game: &Game, seed: u64) -> Noise {
    let of_level = settings.search.value_noise;
    let varies = settings.handicap_variety > of_level
        && !settings.analysis
        && game.moves().len() < PLIES
        && game.start().side() == Color::White
        && game.position().side() == Color::White
        && is_handicap(game.start());
    let amount = if varies {
        settings.handicap_variety
    } else {
        of_level
    };
    let noise = Noise {
        amount: amount * PAWN / 100,
        seed,
    };
    noise.at_move(game.moves().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(position: &str, analysis: bool) -> i32 {
        let (game, _) = Game::parse(position).unwrap();
        let settings = Settings {
            analysis,
            ..Settings::default()
        };
        noise(&settings, &game, 1).amount
    }

    #[test]
    fn only_the_giver_of_a_handicap_varies_its_first_moves() {
        let two = "sfen lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
        assert!(amount(two, false) > 0);
        assert_eq!(amount(two, true), 0);
        assert_eq!(amount(&format!("{two} moves 3c3d"), false), 0);
        assert_eq!(amount("startpos", false), 0);
        assert_eq!(amount("startpos moves 7g7f", false), 0);
        let later = " moves 5a5b 5i5h 5b5a 5h5i".repeat(4).replace(" moves", "");
        let late = format!("{two} moves{later}");
        assert_eq!(amount(&late, false), 0);
        assert_eq!(amount("sfen 4k4/9/9/9/9/9/9/9/4K4 w G 1", false), 0);
    }
}
