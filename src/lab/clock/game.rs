//! A game against a clock: what the interface sends, when it arrives, and what it counts.

use super::account::{Account, PLIES_TOLD, Use};
use super::control::Control;
use super::fake::{Fake, Hit};
use engine::random::Generator;
use engine::search::{Clock, ClockReading, Limits, Settings};
use rand::RngExt;
use std::time::{Duration, Instant};

/// Plays a game at `control`, and adds it to `account`. It ends at the first overrun.
pub fn play(control: &Control, rng: &mut Generator, account: &mut Account) {
    let settings = Settings {
        time: control.settings(),
        ..Settings::default()
    };
    let [fewest, most] = control.moves;
    let moves = rng.random_range(fewest..=most);
    let [mut main, byoyomi, increment] = [
        control.start.main_ms,
        control.start.byoyomi_ms,
        control.start.increment_ms,
    ]
    .map(Duration::from_millis);
    account.games += 1;
    let mut used = Use {
        thought_us: 0,
        given_us: micros(main),
    };
    for number in 0..moves {
        if control.sends_before_increment {
            main += increment;
        }
        let allowed = main + byoyomi;
        let sent = if control.sends_before_increment {
            main.saturating_sub(increment)
        } else {
            main
        };
        let reading = ClockReading {
            main_ms: sent.as_millis() as u64,
            ..control.start
        };
        let taken = one_move(control, &settings, 2 * number + 1, reading, rng);
        account.moves += 1;
        used.given_us += micros(byoyomi + increment);
        used.thought_us += micros(taken);
        for (by_ply, ply) in account.by_ply.iter_mut().zip(PLIES_TOLD) {
            if 2 * (number + 1) == ply {
                by_ply.add(used);
            }
        }
        let Some(left) = allowed.checked_sub(taken) else {
            account.overruns += 1;
            break;
        };
        let least = account.least_left_us.get_or_insert(u64::MAX);
        *least = micros(left).min(*least);
        main = main.saturating_sub(taken);
        if !control.sends_before_increment {
            main += increment;
        }
    }
    account.whole.add(used);
}

/// How long the interface counts for the move number `ply`, its own delays included. One move in four
/// is pondered on, one in twenty is the only one.
fn one_move(
    control: &Control,
    settings: &Settings,
    ply: u32,
    reading: ClockReading,
    rng: &mut Generator,
) -> Duration {
    let delay = Duration::from_micros(rng.random_range(0..=1000 * control.delay_ms));
    let there = delay * rng.random_range(0..=100) / 100;
    // Far enough from the beginning of time.
    let start = Instant::now() + Duration::from_secs(1);
    let ponders = rng.random_ratio(1, 4);
    let after = Duration::from_millis(1 << rng.random_range(0..14));
    let counted_from = if ponders { start + after } else { start };
    let limits = Limits {
        received: if ponders { start } else { start + there },
        clock: Some(reading),
        ponder: ponders,
        ..Limits::none()
    };
    let hit = ponders.then(|| Hit {
        at: counted_from + there,
        reading: rng.random::<bool>().then_some(reading),
    });
    let fake = Fake {
        clock: Clock::new(&limits, settings, ply, rng.random_ratio(1, 20)),
        hit,
        stall_ms: control.stall_ms,
        rng,
    };
    let answered = fake.run(limits.received) + delay.saturating_sub(there);
    answered.saturating_duration_since(counted_from)
}

fn micros(time: Duration) -> u64 {
    time.as_micros() as u64
}
