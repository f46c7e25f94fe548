//! One search from beginning to end: what is settled by rule or by the book, the mate looked for at the
//! root, the threads, what is to be played, and why, in words for people.

use super::{book, choice, mate};
use crate::book::Book;
use crate::player::foresight::Foresight;
use crate::player::reply::Knowledge;
use crate::player::settings::Settings;
use crate::search::noise::Noise;
use crate::search::root::{MainThread, RootMove};
use crate::search::signals::{Shared, Signals};
use crate::search::table::Table;
use crate::search::worker::Worker;
use crate::search::{Clock, Decision, Explanation, Info, Limits, Listener, Outcome, Score};
use crate::shogi::declaration::Declaration;
use crate::shogi::game::Game;
use crate::shogi::repetition::{Repetition, Sennichite};
use crate::shogi::{Move, Position, movegen};
use crate::textbook;
use std::sync::Arc;
use std::thread::{self, Scope};

/// One search, with everything it needs, on whatever thread it runs.
pub struct Job {
    pub settings: Settings,
    /// The game, whose last position is searched.
    pub game: Game,
    pub limits: Limits,
    pub table: Arc<Table>,
    pub book: Option<Arc<Book>>,
    pub signals: Arc<Signals>,
    /// The searching threads, one or more.
    pub workers: Vec<Worker>,
}

/// What to do without a search.
pub(super) struct Settled {
    pub decision: Decision,
    pub score: Score,
    pub depth: u32,
    pub line: Vec<Move>,
    /// Why, where the rules alone do not say.
    pub reason: Option<String>,
}

impl Settled {
    fn by_rule(decision: Decision, score: Score, line: Vec<Move>) -> Self {
        Self {
            decision,
            score,
            depth: 0,
            line,
            reason: None,
        }
    }
}

impl Job {
    /// Searches, and tells the listener when it may answer.
    pub fn run(&mut self, listener: &mut dyn Listener) -> Outcome {
        let pos = self.game.position().clone();
        let roots = self.root_moves(&pos);
        let by_rule = self.settled_by_rule(&pos, roots.is_empty());
        let goes_on = by_rule.is_none();
        let settled = by_rule.or_else(|| self.settled_by_book(listener));
        let mut outcome = match &settled {
            Some(settled) => self.without_search(settled, &roots, listener),
            None => self.search(&roots, listener),
        };
        if goes_on {
            self.expect_reply(&pos, &mut outcome);
        }
        self.signals.wait_for_release();
        let by_book = settled.and_then(|it| it.reason);
        let others = reason(&self.game, &self.settings, &outcome);
        for reason in by_book.into_iter().chain(others) {
            listener.remark(&reason);
        }
        listener.done(&outcome);
        outcome
    }

    /// What the search has to say without searching.
    fn without_search(
        &mut self,
        settled: &Settled,
        roots: &[RootMove],
        listener: &mut dyn Listener,
    ) -> Outcome {
        let clock = self.clock(roots);
        let shared = Shared::new(&self.table, &self.signals, &self.limits, clock, 1);
        let [main, ..] = &mut self.workers[..] else {
            unreachable!("an engine has at least one thread");
        };
        main.start(&self.game, roots.to_vec(), 0);
        let mut info = main.info(&shared, 0);
        (info.score, info.pv) = (settled.score, settled.line.clone());
        info.declares = settled.decision == Decision::DeclareWin;
        info.depth = settled.depth.max(info.depth);
        listener.info(&info);
        Outcome {
            decision: settled.decision,
            info,
            score: settled.score,
        }
    }

    fn clock(&self, roots: &[RootMove]) -> Clock {
        let ply = self.game.position().ply();
        let Settings {
            time, max_moves, ..
        } = &self.settings;
        Clock::new(&self.limits, *time, (ply, *max_moves), roots.len() == 1)
    }

    fn search(&mut self, roots: &[RootMove], listener: &mut dyn Listener) -> Outcome {
        self.table.new_search();
        let clock = self.clock(roots);
        let (table, signals) = (&self.table, &self.signals);
        let shared = Shared::new(table, signals, &self.limits, clock, self.workers.len());
        let opponent = self.settings.opponent.as_ref();
        let foresight = opponent.and_then(|file| Foresight::new(&file.model, &self.game));
        for worker in &mut self.workers {
            worker.start(&self.game, roots.to_vec(), self.limits.draws);
            if let Some(foresight) = &foresight {
                foresight.teach(&mut worker.learned.histories);
            }
        }
        let Some((main, helpers)) = self.workers.split_first_mut() else {
            unreachable!("an engine has at least one thread");
        };
        let rules = self.settings.textbook.as_ref();
        let asks_solver = rules.is_none_or(|rules| rules.mate_solver > 0);
        let find = || mate::find(&self.game, main.root.static_value, &self.settings, &shared);
        let probe = asks_solver.then(find).unwrap_or_default();
        main.counts.nodes = probe.nodes;
        shared.count_before(probe.nodes);
        if let Some(line) = probe.line {
            let info = mate::report(line, main.info(&shared, 0));
            listener.info(&info);
            return self.outcome(info.score, info);
        }
        let chooses = rules.is_none() && self.settings.search.choice_temperature > 0;
        match rules {
            Some(rules) => textbook::search(main, rules, &shared, listener),
            None if chooses => choice::search(main, &shared, &self.game, &self.settings, listener),
            None => search_by_threads(main, helpers, &self.settings, &shared, listener),
        }
        let info = main.info(&shared, 0);
        let of_move = info.exact_score().filter(|_| !chooses);
        let score = of_move.unwrap_or_else(|| main.whole_score());
        listener.info(&info);
        if self.settings.explain && rules.is_none() {
            let moves = main.explain_moves(&shared);
            let (line, end) = main.explain_line(&shared);
            listener.explained(&Explanation { moves, line, end });
            let words = foresight.iter().flat_map(Foresight::words);
            words.for_each(|words| listener.remark(words));
        }
        self.outcome(score, info)
    }

    fn outcome(&self, score: Score, info: Info) -> Outcome {
        Outcome {
            decision: self.decide(score, &info),
            info,
            score,
        }
    }

    /// A mated side resigns, an entered king wins.
    fn settled_by_rule(&self, pos: &Position, mated: bool) -> Option<Settled> {
        if mated {
            return Some(Settled::by_rule(Decision::Resign, Score::Mated, Vec::new()));
        }
        let mate = Score::Mate(1);
        match self.settings.entering_king_rule.verdict(pos) {
            Declaration::Win => Some(Settled::by_rule(Decision::DeclareWin, mate, Vec::new())),
            Declaration::Try(best) => {
                let play = Decision::Play { best, ponder: None };
                Some(Settled::by_rule(play, mate, vec![best]))
            }
            Declaration::Draw | Declaration::None => None,
        }
    }

    /// The book's move, if there is a book and it has one that may be played.
    fn settled_by_book(&self, listener: &mut dyn Listener) -> Option<Settled> {
        let book = self.book.as_ref()?;
        let found = book::find(book, &self.game, &self.settings, &self.limits);
        found.unwrap_or_else(|error| {
            listener.remark(&error.to_string());
            None
        })
    }

    /// The legal moves of the root, or those of them that were asked for.
    fn root_moves(&self, pos: &Position) -> Vec<RootMove> {
        let list = movegen::legal_moves(pos);
        let asked = |mv| self.limits.moves.contains(&mv);
        let any_asked = list.iter().any(|&mv| asked(mv));
        list.iter()
            .filter(|&&mv| !any_asked || asked(mv))
            .map(|&mv| RootMove::new(mv))
            .collect()
    }

    /// What to do after a search that came to `info` in a position of this score; what reply is expected comes later.
    fn decide(&self, score: Score, info: &Info) -> Decision {
        let resign_at = -self.settings.resign_value;
        let plays = !self.settings.analysis;
        let is_known = info.exact_score().is_some();
        if matches!(score, Score::Cp(cp) if plays && is_known && cp <= resign_at) {
            return Decision::Resign;
        }
        info.pv.first().map_or(Decision::Resign, |&best| {
            let ponder = None;
            Decision::Play { best, ponder }
        })
    }

    /// Says which reply is expected to the move of `outcome` in `pos`.
    fn expect_reply(&self, pos: &Position, outcome: &mut Outcome) {
        let noise = self.workers.first().map(|main| main.settings.noise);
        let knowledge = Knowledge {
            table: &self.table,
            salt: noise.map_or(0, Noise::salt),
            evaluation: &self.settings.evaluation,
        };
        if let Decision::Play { best, ponder } = &mut outcome.decision {
            *ponder = knowledge.reply(pos, *best, &outcome.info.pv);
        }
    }
}

/// Has `main` and each of `helpers` search on a thread of its own until the first has finished.
fn search_by_threads(
    main: &mut Worker,
    helpers: &mut [Worker],
    settings: &Settings,
    shared: &Shared,
    listener: &mut dyn Listener,
) {
    let bounds = settings.report_bounds && !settings.analysis;
    let interval_ms = bounds.then_some(settings.pv_interval_ms);
    thread::scope(|scope| {
        let wanted = helpers.len();
        let got = start_helpers(scope, helpers, shared);
        if got < wanted {
            let (got, wanted) = (got + 1, wanted + 1);
            listener.remark(&format!(
                "the system refuses a thread: searching with {got} of {wanted}"
            ));
        }
        let main_thread = MainThread::new(listener, settings.multi_pv, interval_ms);
        main.iterate(shared, 1, Some(main_thread));
        shared.finish();
    });
}

/// Has each of `helpers` search on a thread of its own, and says how many got one: the system may refuse
/// more.
fn start_helpers<'scope>(
    scope: &'scope Scope<'scope, '_>,
    helpers: &'scope mut [Worker],
    shared: &'scope Shared,
) -> usize {
    let start = |(i, helper): (usize, &'scope mut Worker)| {
        let first = 1 + (i as u32 + 1) % 2;
        let search = move || helper.iterate(shared, first, None);
        thread::Builder::new().spawn_scoped(scope, search).ok()
    };
    helpers.iter_mut().enumerate().map_while(start).count()
}

/// Why `outcome` is the answer to the last position of `game`; none where there is nothing to say.
fn reason(game: &Game, settings: &Settings, outcome: &Outcome) -> Option<String> {
    match (outcome.decision, outcome.score) {
        (Decision::Resign, Score::Cp(cp)) => {
            let least = -settings.resign_value;
            Some(format!("resigns: {cp} is not above {least} (ResignValue)"))
        }
        (Decision::Resign, _) => Some("resigns: no legal move".to_owned()),
        (Decision::DeclareWin, _) => {
            let rule = settings.entering_king_rule;
            Some(format!("declares a win by {rule}"))
        }
        (Decision::Play { best, .. }, _) => repetition(game, best),
    }
}

/// What it means that `best` brings a position back.
fn repetition(game: &Game, best: Move) -> Option<String> {
    let mut after = game.clone();
    after.play(best).ok()?;
    let history = after.history();
    let meaning = match (history.fourfold(), history.in_search(history.len())) {
        (Some(Sennichite::Draw), _) => "for the fourth time: a draw",
        (Some(Sennichite::PerpetualCheck { loser }), _) if loser == game.position().side() => {
            "for the fourth time: a loss by perpetual check"
        }
        (Some(_), _) => "for the fourth time: a win by perpetual check",
        (None, Repetition::Draw) => "again; the fourth time is a draw",
        (None, Repetition::Win) => "again; the fourth time loses by perpetual check",
        (None, Repetition::Loss) => "again; the fourth time wins by perpetual check",
        (None, _) => return None,
    };
    Some(format!("repetition: {best} brings a position {meaning}"))
}
