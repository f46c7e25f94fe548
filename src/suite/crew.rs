//! Running an examination: workers take the next row and answer it.

use super::exam::{Exam, Job};
use super::kind::{Answer, Examinee};
use super::results::RowResult;
use engine::mate::STACK_BYTES;
use matches::players::limit::{MoveLimit, SideClock};
use matches::players::{PlayerSpec, Turn};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How much later than asked an answer may come under a limit in wall time.
const MARGIN: Duration = Duration::from_secs(1);

/// Answers `jobs` of `exam` and tells `done` of each as it is done. The threads have the stack that
/// a search for mate takes.
///
/// # Errors
/// If no thread can be had; and the first error of `done`, after the rows being answered.
pub fn run(
    exam: &Exam,
    jobs: &[Job],
    mut done: impl FnMut(RowResult) -> io::Result<()>,
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..exam.threads.min(jobs.len()) {
            let (sender, next) = (sender.clone(), &next);
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, move || {
                let mut examinees: Vec<Examinee> = examinees(exam);
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(answer(job, &mut examinees)).is_err() {
                        return;
                    }
                }
            })?;
        }
        drop(sender);
        results.into_iter().try_for_each(&mut done)
    })
}

fn examinees(exam: &Exam) -> Vec<Examinee> {
    let turn = turn(exam.limit);
    let create = |player: &PlayerSpec| Examinee {
        player: player.create(&exam.conduct),
        turn,
    };
    exam.players.iter().map(create).collect()
}

fn turn(limit: MoveLimit) -> Turn {
    Turn {
        limit,
        other_main_ms: 0,
        deadline: SideClock::new(limit).allowance().map(|time| time + MARGIN),
    }
}

fn answer(job: &Job, examinees: &mut [Examinee]) -> RowResult {
    let answer = match examinees.get_mut(job.player) {
        Some(examinee) => {
            let answer = job.row.task.check(&job.row.game, examinee);
            answer.unwrap_or_else(|fault| {
                examinee.player.restart();
                Answer {
                    found: format!("fault: {}", fault.detail),
                    ..Answer::default()
                }
            })
        }
        None => Answer::default(),
    };
    RowResult::new(&job.file.name, job.row.line, job.player, answer)
}
