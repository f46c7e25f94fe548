//! Does the engine keep its time, and use it? Its real clock, asked by a search that is made up, in games
//! that take no time: iterations of any length, a machine that stalls, an interface that is late with
//! every message, replies that were pondered on.
//!
//! No move may take longer than the interface allows, its own delays included, as long as these are within
//! [`Control::delay_ms`].

use base::random::{Generator, generator};
use engine::player::Settings;
use engine::search::{Clock, ClockReading, Limits, TimeSettings};
use rand::RngExt;
use std::time::{Duration, Instant};

/// A time control, and the interface that keeps it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Control {
    name: &'static str,
    /// The clock at the start of a game.
    start: ClockReading,
    /// Whether the engine is set for a match on one machine and not for a server.
    is_local: bool,
    /// Whether what is sent lacks the increment of the move to come.
    sends_before_increment: bool,
    /// The longest that messages to and from the interface take for one move, in milliseconds.
    delay_ms: u64,
    /// The longest that the machine stalls, in milliseconds.
    stall_ms: u64,
    /// How many own moves a game has, at least and at most.
    moves: [u32; 2],
    /// What share of its time the engine must use, in percent.
    least_share_percent: f64,
    /// What share it must have used by ply 120, which is about its own move 60, in percent.
    least_by_ply_120_percent: f64,
}

/// Every control: byoyomi alone, behind main time, increments, sudden death, and what nobody sets.
const CONTROLS: &[Control] = &[
    byoyomi("byoyomi 100 ms", 0, 100, 10, 50.0),
    byoyomi("byoyomi 200 ms", 0, 200, 20, 50.0),
    byoyomi("byoyomi 500 ms", 0, 500, 50, 50.0),
    byoyomi("byoyomi 1 s", 0, 1000, 150, 50.0),
    byoyomi("byoyomi 3 s", 0, 3000, 500, 50.0),
    byoyomi("byoyomi 10 s", 0, 10_000, 900, 50.0),
    byoyomi("byoyomi 60 s", 0, 60_000, 900, 50.0),
    local(byoyomi("byoyomi 100 ms", 0, 100, 10, 50.0)),
    local(byoyomi("byoyomi 1 s", 0, 1000, 10, 50.0)),
    local(byoyomi("byoyomi 10 s", 0, 10_000, 10, 50.0)),
    byoyomi("1 min, byoyomi 10 s", 60_000, 10_000, 900, 30.0),
    byoyomi("10 min, byoyomi 30 s", 600_000, 30_000, 900, 30.0),
    byoyomi("60 min, byoyomi 60 s", 3_600_000, 60_000, 900, 30.0),
    fischer("10 s + 0.1 s", 10_000, 100, 10, 40.0),
    fischer("1 min + 1 s", 60_000, 1000, 100, 40.0),
    fischer("5 min + 10 s", 300_000, 10_000, 900, 40.0),
    fischer("0 + 2 s", 0, 2000, 300, 40.0),
    local(fischer("10 s + 0.1 s", 10_000, 100, 10, 40.0)),
    local(fischer("1 min + 1 s", 60_000, 1000, 10, 40.0)),
    sudden("sudden death 5 s", 5000, 5),
    sudden("sudden death 10 s", 10_000, 5),
    sudden("sudden death 1 min", 60_000, 20),
    sudden("sudden death 5 min", 300_000, 100),
    sudden("sudden death 10 min", 600_000, 200),
    sudden("sudden death 60 min", 3_600_000, 900),
    local(sudden("sudden death 5 s", 5000, 5)),
    local(sudden("sudden death 10 s", 10_000, 5)),
    local(sudden("sudden death 1 min", 60_000, 10)),
    local(sudden("sudden death 5 min", 300_000, 10)),
    long(sudden("sudden death 1 s, long", 1000, 1)),
    long(local(sudden("sudden death 1 s, long", 1000, 1))),
    byoyomi("byoyomi 30 ms", 0, 30, 2, 10.0),
    byoyomi("1 ms, byoyomi 100 ms", 1, 100, 10, 50.0),
    byoyomi("byoyomi 10 days", 0, 864_000_000, 900, 10.0),
    fischer("1 s + 1 day", 1000, 86_400_000, 900, 0.0),
];

const fn reading(main_ms: u64, byoyomi_ms: u64, increment_ms: u64) -> ClockReading {
    ClockReading {
        main_ms,
        byoyomi_ms,
        increment_ms,
    }
}

const fn byoyomi(
    name: &'static str,
    main_ms: u64,
    byoyomi_ms: u64,
    delay_ms: u64,
    share: f64,
) -> Control {
    Control {
        name,
        start: reading(main_ms, byoyomi_ms, 0),
        is_local: false,
        sends_before_increment: false,
        delay_ms,
        // A tenth of what the reserve leaves.
        stall_ms: if byoyomi_ms < 100 { 1 } else { 5 },
        moves: [20, 149],
        least_share_percent: share,
        least_by_ply_120_percent: 0.0,
    }
}

const fn fischer(
    name: &'static str,
    main_ms: u64,
    increment_ms: u64,
    delay_ms: u64,
    share: f64,
) -> Control {
    Control {
        start: reading(main_ms, 0, increment_ms),
        sends_before_increment: main_ms < increment_ms,
        ..byoyomi(name, main_ms, 100, delay_ms, share)
    }
}

const fn sudden(name: &'static str, main_ms: u64, delay_ms: u64) -> Control {
    Control {
        start: reading(main_ms, 0, 0),
        least_by_ply_120_percent: 75.0,
        ..byoyomi(name, main_ms, 100, delay_ms, 15.0)
    }
}

/// Games so long that hardly any time is left to think.
const fn long(control: Control) -> Control {
    Control {
        moves: [200, 256],
        least_by_ply_120_percent: 0.0,
        ..control
    }
}

const fn local(control: Control) -> Control {
    Control {
        is_local: true,
        ..control
    }
}

impl Control {
    fn settings(&self) -> TimeSettings {
        if self.is_local {
            TimeSettings {
                network_delay_ms: 0,
                network_delay2_ms: 30,
                minimum_thinking_ms: 1,
                round_up_to_full_second: false,
                ..TimeSettings::default()
            }
        } else {
            TimeSettings::default()
        }
    }
}

/// What games at one time control came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Account {
    moves: u64,
    /// Moves that took longer than was allowed.
    overruns: u64,
    /// The use of the time in whole games.
    whole: Use,
    /// The use up to ply 120, in the games that lasted so long.
    by_ply_120: Use,
}

/// How time was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Use {
    /// How much was thought, in microseconds.
    thought_us: u64,
    /// How much there was to think: the main time, and byoyomi and increment of every move.
    given_us: u64,
}

impl Use {
    /// The share of the given time that was thought, in percent.
    fn share_percent(self) -> f64 {
        self.thought_us as f64 * 100.0 / self.given_us.max(1) as f64
    }

    fn add(&mut self, other: Self) {
        self.thought_us += other.thought_us;
        self.given_us += other.given_us;
    }
}

/// No search has more iterations.
const MOST_ITERATIONS: u32 = 200;
/// How many looks a long search has at least, each no sooner than the real one's.
const LOOKS: u32 = 300;
/// No iteration is longer.
const LONGEST_ITERATION: Duration = Duration::from_secs(1 << 30);

/// The opponent's reply to a move that is pondered on.
#[derive(Clone, Copy, Debug)]
struct Hit {
    at: Instant,
    /// The clock that comes with it, if one does.
    reading: Option<ClockReading>,
}

/// A search of one move.
struct Fake<'a> {
    clock: Clock,
    /// What it is to wait for before it may answer.
    hit: Option<Hit>,
    /// The longest stall of the machine, in milliseconds.
    stall_ms: u64,
    rng: &'a mut Generator,
}

impl Fake<'_> {
    /// Searches from `start` on, and says when it answers.
    fn run(mut self, start: Instant) -> Instant {
        let released = self.hit.map_or(start, |hit| hit.at);
        // Who has nothing more to search waits for the reply all the same.
        let ended = self.iterate(start).max(released);
        ended + self.microseconds(20, 1000)
    }

    fn iterate(&mut self, start: Instant) -> Instant {
        let mut now = start;
        let mut length = self.microseconds(10, 1000);
        let growth_percent = self.rng.random_range(110..260);
        let look = self.microseconds(100, 2000);
        let mut stability = 0;
        for _ in 0..MOST_ITERATIONS {
            let (ended, stopped) = self.iteration(now, length, look);
            now = ended;
            stability = (stability + 1) * u32::from(self.rng.random_ratio(3, 4));
            let drop_cp = self.rng.random_range(0..150) * u32::from(self.rng.random_ratio(1, 6));
            let is_content = || !self.clock.may_start_iteration(now, stability, drop_cp);
            if stopped || self.hit.is_none() && is_content() {
                break;
            }
            length = length * growth_percent * self.rng.random_range(70..140) / 10_000;
        }
        now
    }

    /// An iteration of `length` with a look at the clock every `look` or so: when it ends, and whether
    /// it was broken off.
    fn iteration(&mut self, start: Instant, length: Duration, look: Duration) -> (Instant, bool) {
        let (mut now, end) = (start, start + length.min(LONGEST_ITERATION));
        while now < end {
            let ahead = match (self.hit, self.clock.hard_limit_ms()) {
                (Some(hit), _) => hit.at.saturating_duration_since(now),
                (None, Some(ms)) => Duration::from_millis(ms),
                (None, None) => length,
            };
            now += look.max(ahead / LOOKS);
            if self.rng.random_ratio(1, 50) {
                now += self.microseconds(0, 1000 * self.stall_ms + 1);
            }
            if self.must_stop(now) {
                return (now, true);
            }
        }
        (now, false)
    }

    /// As the real search looks whether it must break off.
    fn must_stop(&mut self, now: Instant) -> bool {
        match self.hit {
            Some(hit) if now < hit.at => false,
            hit => {
                if let Some(Hit { at, reading }) = hit {
                    self.clock.restart(at, reading);
                    self.hit = None;
                }
                self.clock.past_maximum(now)
            }
        }
    }

    fn microseconds(&mut self, from: u64, to: u64) -> Duration {
        Duration::from_micros(self.rng.random_range(from..to))
    }
}

/// Plays a game at `control`, and adds it to `account`. It ends at the first overrun.
fn play(control: &Control, rng: &mut Generator, account: &mut Account) {
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
        if number + 1 == 60 {
            account.by_ply_120.add(used);
        }
        if taken > allowed {
            account.overruns += 1;
            break;
        }
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
        clock: Clock::new(
            &limits,
            settings.time,
            (ply, settings.max_moves),
            rng.random_ratio(1, 20),
        ),
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

fn account(number: u64, control: &Control, games: u64, seed: u64) -> Account {
    let mut account = Account::default();
    for game in 0..games {
        let mut rng = generator(seed, number << 32 | game);
        play(control, &mut rng, &mut account);
    }
    account
}

fn check(control: &Control, account: &Account) {
    assert_eq!(account.overruns, 0, "{control:?}: {account:?}");
    assert!(account.moves > 100, "{control:?}: {account:?}");
    let share = account.whole.share_percent();
    let wanted = control.least_share_percent..=100.0;
    assert!(wanted.contains(&share), "{control:?}: {share} %");
    let share = account.by_ply_120.share_percent();
    let wanted = control.least_by_ply_120_percent..=100.0;
    assert!(wanted.contains(&share), "{control:?}: {share} % by ply 120");
}

#[test]
fn no_move_overruns_and_the_time_is_used() {
    for (number, control) in (0..).zip(CONTROLS) {
        check(control, &account(number, control, 12, 5));
    }
}

#[test]
#[ignore = "takes long: a release runs it"]
fn no_game_of_five_hundred_is_lost_by_sudden_death() {
    let is_sudden = |control: &&Control| control.name.starts_with("sudden death");
    for (number, control) in (100..).zip(CONTROLS.iter().filter(is_sudden)) {
        check(control, &account(number, control, 500, 1));
    }
}
