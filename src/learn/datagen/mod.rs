//! Games to learn from: played by the engine against itself, or by others, with what the engine says of them.
//!
//! What must hold: game i is a function of the [`Job`]'s seed, i, and what the games are played
//! by. So the file of a part is the same byte for byte for any number of threads, however often
//! it was interrupted, and the parts of a job hold together what one machine would have played.

mod job;
mod searcher;
mod worker;

pub use job::{EVEN, Job, Openings, Pool};
pub use searcher::{Searches, SideLines};

use super::LearnError;
use super::dataset::{GameRecord, Writer};
use base::progress::{Progress, Screen};
use base::work::Workers;
use searcher::Searcher;
use std::time::Duration;
use worker::Worker;

/// Plays the games of `job` that `writer` has not, and appends them in the order of their
/// numbers.
///
/// # Errors
/// The first error of `writer` or `screen`, after the games being played have ended.
pub fn run(job: &Job, writer: &mut Writer, screen: Screen<'_>) -> Result<(), LearnError> {
    let mut missing: Vec<u64> = job.part.items(job.games).collect();
    missing.retain(|id| !writer.written().contains(id));
    play(job, &missing, screen, |game| Ok(writer.append(game)?))?;
    Ok(writer.sync()?)
}

/// Plays these games of `job`, and hands each over in this order.
///
/// # Errors
/// The first error of `take` or `screen`, after the games being played have ended.
pub fn play(
    job: &Job,
    ids: &[u64],
    screen: Screen<'_>,
    mut take: impl FnMut(&GameRecord) -> Result<(), LearnError>,
) -> Result<(), LearnError> {
    let wanted = ids.len();
    let mut progress = Progress::new(screen, 0, wanted as u64);
    progress.line(&format!("{wanted} games to play"))?;
    let (mut games, mut positions, mut cpu) = (0_u64, 0, Duration::ZERO);
    let account = |games, positions, seconds| {
        let rate = positions as f64 / seconds;
        format!("{games} of {wanted} games, {positions} positions, {rate:.0} positions/s")
    };
    let worker = || {
        let mut worker = Worker::new(job);
        move |&id: &u64| worker.play(id)
    };
    Workers::new(job.threads).in_order(ids, worker, |(game, time)| {
        take(&game)?;
        games += 1;
        positions += game.plies.len();
        cpu += time;
        let seconds = progress.seconds();
        let account = || account(games, positions, seconds);
        Ok::<(), LearnError>(progress.show(games, account)?)
    })?;
    let per_cpu = positions as f64 / cpu.as_secs_f64().max(1e-9);
    let all = account(games, positions, progress.seconds());
    Ok(progress.line(&format!("{all}, {per_cpu:.0} per CPU second"))?)
}

/// Searches every position of `games`, and hands them over in this order with these scores and side lines.
///
/// # Errors
/// The first error of `take` or `screen`, after the games being searched have ended.
pub fn search(
    games: &[GameRecord],
    searches: &Searches,
    threads: usize,
    screen: Screen<'_>,
    mut take: impl FnMut(&GameRecord) -> Result<(), LearnError>,
) -> Result<(), LearnError> {
    let mut progress = Progress::new(screen, 0, games.len() as u64);
    let (mut count, mut positions) = (0_u64, 0);
    let worker = || {
        let mut searcher = Searcher::new(searches);
        move |game: &GameRecord| {
            let mut game = game.clone();
            searcher.follow(&mut game);
            game
        }
    };
    Workers::new(threads).in_order(games, worker, |game| {
        take(&game)?;
        count += 1;
        positions += game.plies.len();
        let account = || format!("{count} of {} games, {positions} positions", games.len());
        Ok::<(), LearnError>(progress.show(count, account)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::{games, takes_or_promotes};
    use engine::shogi::Position;
    use matches::referee::adjudicate::ResignRule;
    use std::collections::BTreeSet;
    use std::fs;
    use std::io;
    use std::path::{Path, PathBuf};

    fn job(part: &str, threads: usize) -> Job {
        Job {
            searches: Searches::of_test(),
            games: 8,
            part: part.parse().unwrap(),
            threads,
            seed: 3,
            openings: Openings {
                plies: 8,
                pool: Pool::default(),
                pool_percent: 50,
            },
            max_moves: 120,
            even: EVEN,
            resign: Some(ResignRule {
                score: 600,
                moves: 2,
            }),
        }
    }

    /// Plays `job` into `path` and returns the bytes of the file.
    fn played(job: &Job, path: &Path) -> Vec<u8> {
        let mut writer = Writer::open(path, &job.source()).unwrap();
        run(job, &mut writer, Screen::Lines(&mut io::sink())).unwrap();
        drop(writer);
        fs::read(path).unwrap()
    }

    #[test]
    fn threads_and_parts_and_interruptions_do_not_show() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let whole = played(&job("1/1", 1), &path("one.games"));
        assert_eq!(played(&job("1/1", 3), &path("three.games")), whole);

        fs::write(path("cut.games"), &whole[..whole.len() / 2]).unwrap();
        assert_eq!(played(&job("1/1", 2), &path("cut.games")), whole);

        let parts = [path("a.games"), path("b.games")];
        played(&job("1/2", 1), &parts[0]);
        played(&job("2/2", 2), &parts[1]);
        let merged = path("merged.games");
        assert_eq!(crate::dataset::merge(&parts, &merged).unwrap(), 8);
        assert_eq!(fs::read(merged).unwrap(), whole);
    }

    #[test]
    fn games_begin_at_random_also_at_positions_of_earlier_games() {
        let folder = tempfile::tempdir().unwrap();
        let earlier = folder.path().join("earlier.games");
        played(&job("1/1", 2), &earlier);
        let mut job = job("1/1", 2);
        job.openings.pool = Pool::read(&[earlier]).unwrap();
        let later = folder.path().join("later.games");
        played(&job, &later);
        let games: Vec<GameRecord> = games(&[later]).unwrap().map(Result::unwrap).collect();
        let from_start = |game: &&GameRecord| game.start.ply() == 1;
        let count = games.iter().filter(from_start).count();
        assert!((1..games.len()).contains(&count), "{count}");
        assert!(games.iter().all(|game| !game.opening.is_empty()));
        for game in &games {
            game.replay(|_| ()).unwrap();
        }
    }

    #[test]
    fn side_lines_are_drawn_from_each_search() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.games");
        played(&job("1/1", 1), &path);
        let (mut ends, mut noisy, mut plies) = (0, 0, 0);
        for game in games(&[path]).unwrap().map(Result::unwrap) {
            game.replay_side_lines(|end, best, in_check| {
                assert!(!in_check);
                noisy += usize::from(takes_or_promotes(end, best.mv));
                ends += 1;
            })
            .unwrap();
            plies += game.plies.len();
            assert!(game.side_lines.iter().all(|it| !it.moves.is_empty()));
        }
        assert!(ends > plies && ends <= 2 * plies, "{ends} of {plies}");
        assert!(noisy > 0 && 2 * noisy < ends, "{noisy} of {ends} are noisy");
    }

    #[test]
    fn positions_may_be_of_any_kind_of_games() {
        let folder = tempfile::tempdir().unwrap();
        let [record, empty] = ["a.csa", "b.csa"].map(|name| folder.path().join(name));
        let csa = "V2.2\nPI\n+\n+2726FU\n-3334FU\n+2625FU\n-2233KA\n%TORYO\n";
        fs::write(&record, csa).unwrap();
        fs::write(&empty, "V2.2\nPI\n+\n%CHUDAN\n").unwrap();
        let openings = |paths: &[&PathBuf]| Openings {
            plies: 8,
            pool: Pool::read(&paths.iter().copied().cloned().collect::<Vec<_>>()).unwrap(),
            pool_percent: 100,
        };
        let both = openings(&[&record, &empty]);
        assert_eq!(both.describe(), openings(&[&record]).describe());
        let begins = (0..40).map(|id| both.draw(1, id, |_| true).start().ply());
        assert_eq!(begins.collect::<BTreeSet<_>>(), (1..=4).collect());
        let nothing = openings(&[&empty]);
        assert_eq!(nothing.describe(), "8 random plies");
        let begin = nothing.draw(1, 1, |_| true);
        assert_eq!(begin.start(), &Position::default());
    }
}
