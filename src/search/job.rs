//! One search from beginning to end: what is decided by rule, the mate looked for at the root, the
//! threads, and what is to be played.

use super::clock::Clock;
use super::explanation::Explanation;
use super::limits::Limits;
use super::report::{Decision, Info, Listener, Outcome};
use super::root::MainThread;
use super::root_mate;
use super::root_move::RootMove;
use super::score::{Bound, Score};
use super::settings::Settings;
use super::signals::{Shared, Signals};
use super::tt::TranspositionTable;
use super::worker::Worker;
use crate::shogi::declaration::Declaration;
use crate::shogi::game::Game;
use crate::shogi::{Move, MoveList, Position, movegen};
use std::sync::Arc;
use std::thread;

/// One search, with everything it needs, on whatever thread it runs.
pub struct Job {
    /// What the user set.
    pub settings: Settings,
    /// The game, whose last position is searched.
    pub game: Game,
    /// What ends the search.
    pub limits: Limits,
    /// The transposition table.
    pub table: Arc<TranspositionTable>,
    /// How it is told to stop.
    pub signals: Arc<Signals>,
    /// The searching threads, one or more.
    pub workers: Vec<Worker>,
}

impl Job {
    /// Searches, and tells the listener when it may answer.
    pub fn run(&mut self, listener: &mut dyn Listener) -> Outcome {
        let outcome = self.outcome(listener);
        self.signals.wait_for_release();
        if let Some(reason) = self.reason(&outcome) {
            listener.remark(&reason);
        }
        listener.done(&outcome);
        outcome
    }

    /// Searches, unless the root is decided by rule.
    fn outcome(&mut self, listener: &mut dyn Listener) -> Outcome {
        self.table.new_search();
        let pos = self.game.position().clone();
        let roots = self.root_moves(&pos);
        let clock = Clock::new(&self.limits, &self.settings, pos.ply(), roots.len() == 1);
        let threads = if roots.is_empty() {
            1
        } else {
            self.workers.len()
        };
        let (table, signals) = (&self.table, &self.signals);
        let shared = Shared::new(table, signals, &self.limits, clock, threads);
        for worker in &mut self.workers {
            worker.start(&self.game, roots.clone());
        }
        let decided = self.decided_by_rule(&pos, roots.is_empty());
        let Some((main, helpers)) = self.workers.split_first_mut() else {
            unreachable!("an engine has at least one thread");
        };
        if let Some((decision, score, pv)) = decided {
            let mut info = main.info(&shared, 0, Bound::Exact);
            (info.score, info.pv) = (score, pv);
            if decision != Decision::DeclareWin {
                listener.info(&info);
            }
            return Outcome { decision, info };
        }
        let probe = root_mate::find(&self.game, main.static_root, &self.settings, &shared);
        main.nodes = probe.nodes;
        shared.count_before(probe.nodes);
        if let Some(line) = probe.line {
            let info = root_mate::report(line, main.info(&shared, 0, Bound::Exact));
            listener.info(&info);
            let decision = self.decide(&pos, &info);
            return Outcome { decision, info };
        }
        let main_thread = MainThread::new(
            listener,
            self.settings.multi_pv,
            self.settings.pv_interval_ms,
        );
        thread::scope(|scope| {
            for (i, worker) in helpers.iter_mut().enumerate() {
                let (shared, first) = (&shared, 1 + (i as u32 + 1) % 2);
                scope.spawn(move || worker.iterate(shared, first, None));
            }
            main.iterate(&shared, 1, Some(main_thread));
            shared.finish();
        });
        let info = main.info(&shared, 0, Bound::Exact);
        listener.info(&info);
        if self.settings.explain {
            let moves = main.explain_moves(&shared);
            let (line, end) = main.explain_line(&shared);
            listener.explained(&Explanation { moves, line, end });
        }
        let decision = self.decide(&pos, &info);
        Outcome { decision, info }
    }

    /// Why the game ends by what was decided, where no line of analysis tells.
    fn reason(&self, outcome: &Outcome) -> Option<String> {
        match outcome.decision {
            Decision::Resign if outcome.info.pv.is_empty() => {
                Some("resigns: no legal move".to_owned())
            }
            Decision::DeclareWin => {
                let rule = self.settings.entering_king_rule;
                Some(format!("declares a win by {rule}"))
            }
            Decision::Resign | Decision::Play { .. } => None,
        }
    }

    /// What to do without searching: a mated side resigns, an entered king wins.
    fn decided_by_rule(&self, pos: &Position, mated: bool) -> Option<(Decision, Score, Vec<Move>)> {
        if mated {
            return Some((Decision::Resign, Score::Mated, Vec::new()));
        }
        match self.settings.entering_king_rule.verdict(pos) {
            Declaration::Win => Some((Decision::DeclareWin, Score::Mate(1), Vec::new())),
            Declaration::Try(best) => {
                let play = Decision::Play { best, ponder: None };
                Some((play, Score::Mate(1), vec![best]))
            }
            Declaration::Draw | Declaration::None => None,
        }
    }

    /// The legal moves of the root, or those of them that were asked for.
    fn root_moves(&self, pos: &Position) -> Vec<RootMove> {
        let mut list = MoveList::new();
        movegen::legal(pos, &mut list);
        let asked = |mv| self.limits.moves.contains(&mv);
        let any_asked = list.iter().any(|&mv| asked(mv));
        list.iter()
            .filter(|&&mv| !any_asked || asked(mv))
            .map(|&mv| RootMove::new(mv))
            .collect()
    }

    fn decide(&self, pos: &Position, info: &Info) -> Decision {
        let resign_at = -self.settings.resign_value;
        if matches!(info.score, Score::Cp(cp) if cp <= resign_at) {
            return Decision::Resign;
        }
        let Some(&best) = info.pv.first() else {
            return Decision::Resign;
        };
        let mut after = pos.clone();
        let _ = after.do_move(best);
        let mut replies = MoveList::new();
        movegen::legal(&after, &mut replies);
        let ponder = info.pv.get(1).copied().filter(|mv| replies.contains(mv));
        Decision::Play { best, ponder }
    }
}
