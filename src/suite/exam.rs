//! An examination: which rows of which files, by which players, under which limit.

use super::file::{Row, SuiteFile};
use super::kind::Kind;
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, PlayerSpec};

/// What is to be run.
pub struct Exam {
    /// The files, read.
    pub files: Vec<SuiteFile>,
    /// Only rows of this kind, if one is given.
    pub kind: Option<&'static dyn Kind>,
    /// Leave out perft rows of more leaves than this.
    pub max_leaves: u64,
    /// Who answers, at least one.
    pub players: Vec<PlayerSpec>,
    /// The names that players in other processes give themselves.
    pub engines: Vec<Option<String>>,
    /// What each may use for one row.
    pub limit: MoveLimit,
    /// What is asked of the players.
    pub conduct: Conduct,
    /// How many rows at a time, 1 or more.
    pub threads: usize,
}

/// A row that a player is to answer.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The file.
    pub file: &'a SuiteFile,
    /// The row.
    pub row: &'a Row,
    /// The number of the player.
    pub player: usize,
}

impl Exam {
    /// Everything to be done, in the order of the files: a row once for each player, or once
    /// where none is asked.
    pub fn jobs(&self) -> Vec<Job<'_>> {
        let rows = self.files.iter().flat_map(|file| {
            let rows = file.rows.iter().filter(|row| self.is_wanted(row));
            rows.map(move |row| (file, row))
        });
        let jobs = rows.flat_map(|(file, row)| {
            let players = if row.kind.asks_player() {
                self.players.len()
            } else {
                1
            };
            (0..players).map(move |player| Job { file, row, player })
        });
        jobs.collect()
    }

    /// Rows that are left out: of other kinds, with too many leaves, without a question.
    pub fn skipped(&self) -> u64 {
        let unwanted = |file: &SuiteFile| {
            let rows = file.rows.iter().filter(|row| !self.is_wanted(row));
            file.silent + rows.count() as u64
        };
        self.files.iter().map(unwanted).sum()
    }

    /// Rows and files that cannot be used.
    pub fn unusable(&self) -> u64 {
        self.files.iter().map(|file| file.bad.len() as u64).sum()
    }

    fn is_wanted(&self, row: &Row) -> bool {
        let is_of_kind = self.kind.is_none_or(|kind| kind.name() == row.kind.name());
        let leaves = row.task.leaves();
        is_of_kind && leaves.is_none_or(|leaves| leaves <= self.max_leaves)
    }

    /// What a player is called in tables; the rules, where none is asked.
    pub fn name(&self, kind: &dyn Kind, player: usize) -> String {
        match self.players.get(player) {
            Some(player) if kind.asks_player() => player.name().to_owned(),
            _ => "rules".to_owned(),
        }
    }
}

impl Job<'_> {
    /// Which row it is, and who answers, as [`RowResult::key`](super::results::RowResult::key).
    pub fn key(&self) -> (&str, usize, usize) {
        (&self.file.name, self.row.line, self.player)
    }
}
