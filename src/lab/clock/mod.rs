//! Does the engine keep its time, and use it? Its real clock, asked by a search that is made up, in games
//! that take no time: iterations of any length, a machine that stalls, an interface that is late with
//! every message, replies that were pondered on. From the bottom: `control`, `account`, `fake` ←
//! `game`, `table` ← this file.
//!
//! What must hold: no move takes longer than the interface allows, its own delays included, as long as
//! these are within [`Control::delay_ms`].

mod account;
mod control;
mod fake;
mod game;
mod table;

pub use account::Account;
pub use control::{CONTROLS, Control};
pub use table::Table;

use engine::random::generator;
use game::play;

/// Plays `games` games at each of [`CONTROLS`], drawn by `seed`.
pub fn run(games: u64, seed: u64) -> Vec<(&'static Control, Account)> {
    let account = |(number, control)| (control, account(number, control, games, seed));
    (0..).zip(CONTROLS).map(account).collect()
}

fn account(number: u64, control: &Control, games: u64, seed: u64) -> Account {
    let mut account = Account::default();
    for game in 0..games {
        let mut rng = generator(seed, number << 32 | game);
        play(control, &mut rng, &mut account);
    }
    account
}

#[cfg(test)]
mod tests {
    use super::account::Use;
    use super::*;

    fn check(control: &Control, account: &Account) {
        assert_eq!(account.overruns, 0, "{control:?}: {account:?}");
        assert!(account.moves > 100, "{control:?}: {account:?}");
        let share = account.whole.share_percent();
        let wanted = control.least_share_percent..=100.0;
        assert!(wanted.contains(&share), "{control:?}: {share} %");
        let [_, share] = account.by_ply.map(Use::share_percent);
        let wanted = control.least_by_ply_120_percent..=100.0;
        assert!(wanted.contains(&share), "{control:?}: {share} % by ply 120");
    }

    #[test]
    fn no_move_overruns_and_the_time_is_used() {
        for (control, account) in run(12, 5) {
            check(control, &account);
        }
    }

    #[test]
    #[ignore = "takes long; a dozen games of each are played every day"]
    fn no_game_of_five_hundred_is_lost_by_sudden_death() {
        let is_sudden = |control: &&Control| control.name.starts_with("sudden death");
        for (number, control) in (100..).zip(CONTROLS.iter().filter(is_sudden)) {
            check(control, &account(number, control, 500, 1));
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_games() {
        let accounts = |seed| {
            let all = run(1, seed).into_iter();
            all.map(|(_, account)| account).collect::<Vec<_>>()
        };
        assert_eq!(accounts(1), accounts(1));
        assert_ne!(accounts(1), accounts(2));
    }
}
