//! Plans for clocks of every kind.

use super::*;

/// As for a match between programs on one machine.
const LOCAL: TimeSettings = TimeSettings {
    network_delay_ms: 0,
    network_delay2_ms: 30,
    minimum_thinking_ms: 1,
    slow_mover_percent: 100,
    round_up_to_full_second: false,
    ponder: false,
    stochastic_ponder: false,
};

fn reading(main_ms: u64, byoyomi_ms: u64, increment_ms: u64) -> ClockReading {
    ClockReading {
        main_ms,
        byoyomi_ms,
        increment_ms,
    }
}

fn plan(clock: (u64, u64, u64), time: &TimeSettings) -> (u64, u64, u64) {
    let (main, byoyomi, increment) = clock;
    let budget = TimePlan::plan(reading(main, byoyomi, increment), time, 21, 0);
    (budget.minimum_ms, budget.optimum_ms, budget.maximum_ms)
}

#[test]
fn cap_keeps_the_reserve_that_can_be_afforded() {
    for (main, byoyomi, increment, reserve, cap) in [
        (0, 100, 0, 1120, 70),
        (0, 300, 0, 1120, 240),
        (0, 1000, 0, 1120, 800),
        (0, 10_000, 0, 1120, 8880),
        (0, 100, 0, 30, 70),
        (0, 1000, 0, 30, 970),
        (0, 1000, 0, 0, 1000),
        (600_000, 0, 0, 1120, 598_880),
        (40, 0, 0, 1120, 20),
        (1, 0, 0, 1120, 1),
        (0, 0, 0, 1120, 1),
        // Sent without the increment of this move, and with it.
        (500, 0, 1000, 30, 1470),
        (1000, 0, 1000, 30, 970),
        // A reserve that the user has set holds.
        (0, 100, 0, 80, 20),
        (0, 100, 0, 5000, 10),
        (0, 1000, 0, 600, 400),
        (0, 5, 0, 50, 5),
    ] {
        let clock = reading(main, byoyomi, increment);
        assert_eq!(cap_ms(clock, reserve), cap, "{clock:?}, reserve {reserve}");
    }
}

#[test]
fn a_forced_move_takes_half_a_second() {
    let limits = Limits {
        clock: Some(reading(0, 10_000, 0)),
        ponder: true,
        ..Limits::none()
    };
    let mut clock = Clock::new(&limits, TimeSettings::default(), (1, 0), true);
    assert_eq!(clock.hard_limit_ms(), None);
    clock.restart(Instant::now(), None);
    assert_eq!(clock.hard_limit_ms(), Some(500));
}

#[test]
fn plans_are_as_expected() {
    let server = TimeSettings::default();
    for (clock, time, budget) in [
        // Byoyomi alone is used to the end.
        ((0, 100, 0), &server, (70, 70, 70)),
        ((0, 1000, 0), &server, (800, 800, 800)),
        ((0, 1000, 0), &LOCAL, (970, 970, 970)),
        ((3000, 10_000, 0), &server, (11_880, 11_880, 11_880)),
        // Ten minutes with byoyomi, with increments, and alone: full seconds or not.
        ((600_000, 10_000, 0), &server, (1880, 18_462, 84_880)),
        ((600_000, 10_000, 0), &LOCAL, (1, 17_595, 87_975)),
        ((600_000, 0, 10_000), &LOCAL, (1, 17_595, 87_975)),
        ((600_000, 0, 0), &LOCAL, (1, 10_208, 30_624)),
        // A blitz game is played evenly even with the settings of a server.
        ((10_000, 0, 100), &server, (106, 332, 1238)),
        // The last seconds of sudden death: hardly enough for the moves alone.
        ((1000, 0, 0), &server, (1, 2, 6)),
    ] {
        assert_eq!(plan(clock, time), budget, "{clock:?} {time:?}");
    }
}

/// What is left of `main_ms` for the whole game after `moves` own moves, each of which takes what is planned
/// for an ordinary one, and `beside_ms`.
fn left_after(moves: u32, main_ms: u64, beside_ms: u64, time: &TimeSettings) -> Option<u64> {
    (0..moves).try_fold(main_ms, |left, number| {
        let budget = TimePlan::plan(reading(left, 0, 0), time, 2 * number + 1, 0);
        left.checked_sub(budget.target_ms(2, 0) + beside_ms)
    })
}

#[test]
fn ordinary_moves_use_most_of_sudden_death_in_a_usual_game() {
    for time in [&LOCAL, &TimeSettings::default()] {
        for main in [10_000, 60_000, 300_000, 3_600_000] {
            let left = left_after(60, main, 1, time);
            assert!(
                left.is_some_and(|left| left <= main * 2 / 5),
                "{main} {time:?}: {left:?}"
            );
        }
    }
}

#[test]
fn sudden_death_lasts_for_a_long_game() {
    let server = TimeSettings::default();
    for (moves, main, beside, time) in [
        (250, 1000, 2, &LOCAL),
        (250, 5000, 3, &LOCAL),
        (250, 10_000, 3, &server),
        (150, 60_000, 20, &LOCAL),
        (150, 300_000, 20, &LOCAL),
        (150, 60_000, 20, &server),
        (150, 300_000, 60, &server),
        (150, 3_600_000, 500, &server),
    ] {
        let left = left_after(moves, main, beside, time);
        assert!(left.is_some(), "{moves} {main} {beside} {time:?}");
    }
}

#[test]
fn the_maximum_of_moves_brings_the_end_near() {
    let clock = reading(10_000, 0, 0);
    for (ply, max_moves, maximum) in [(320, 320, 9970), (321, 320, 500), (400, 320, 500)] {
        let budget = TimePlan::plan(clock, &LOCAL, ply, max_moves);
        assert_eq!(budget.maximum_ms, maximum, "ply {ply}");
    }
    let far = TimePlan::plan(clock, &LOCAL, 100, 320);
    let near = TimePlan::plan(clock, &LOCAL, 300, 320);
    assert!(near.optimum_ms > far.optimum_ms);
}

#[test]
fn every_plan_is_ordered_and_within_the_clock() {
    const TIMES: [u64; 9] = [0, 1, 9, 50, 999, 1000, 61_000, 3_600_000, u64::MAX];
    let odd = TimeSettings {
        network_delay_ms: u64::MAX,
        network_delay2_ms: u64::MAX,
        minimum_thinking_ms: u64::MAX,
        slow_mover_percent: u64::MAX,
        round_up_to_full_second: true,
        ponder: true,
        stochastic_ponder: false,
    };
    for main in TIMES {
        for byoyomi in TIMES {
            for increment in TIMES {
                let clock = reading(main, byoyomi, increment);
                for time in [TimeSettings::default(), LOCAL, odd] {
                    for (ply, max_moves) in [(0, 0), (1, 256), (256, 256), (u32::MAX, u32::MAX)] {
                        check(clock, &time, ply, max_moves);
                    }
                }
            }
        }
    }
}

fn check(clock: ClockReading, time: &TimeSettings, ply: u32, max_moves: u32) {
    let budget = TimePlan::plan(clock, time, ply, max_moves);
    let case = format!("{clock:?} {time:?} {ply} {max_moves} {budget:?}");
    assert!(1 <= budget.minimum_ms, "{case}");
    assert!(budget.minimum_ms <= budget.optimum_ms, "{case}");
    assert!(budget.optimum_ms <= budget.maximum_ms, "{case}");
    assert!(
        budget.maximum_ms <= cap_ms(bounded(clock), time.network_delay2_ms),
        "{case}"
    );
    for (stability, drop) in [(0, u32::MAX), (9, 0)] {
        let target = budget.target_ms(stability, drop);
        assert!(
            (budget.minimum_ms..=budget.maximum_ms).contains(&target),
            "{case}"
        );
    }
}

#[test]
fn thinking_goes_on_to_the_end_of_the_second() {
    let mut budget = TimePlan::exactly(1);
    budget.full_seconds = Some(120);
    for (ms, end) in [
        (0, 880),
        (880, 880),
        (881, 1880),
        (1000, 1880),
        (1881, 2880),
    ] {
        assert_eq!(budget.rounded(ms), end, "{ms}");
    }
}

#[test]
fn doubt_and_worry_take_time() {
    let budget = TimePlan::plan(reading(600_000, 0, 10_000), &LOCAL, 21, 0);
    assert_eq!(budget.target_ms(2, 0), budget.optimum_ms);
    assert!(budget.target_ms(0, 0) > budget.target_ms(5, 0));
    assert!(budget.target_ms(2, 80) > budget.target_ms(2, 20));
}

fn seconds_ago(seconds: u64) -> Instant {
    let now = Instant::now();
    now.checked_sub(Duration::from_secs(seconds)).unwrap_or(now)
}

#[test]
fn ponder_hit_starts_the_clock() {
    let now = Instant::now();
    let long_ago = seconds_ago(5);
    let limits = Limits {
        received: long_ago,
        clock: Some(reading(0, 3000, 0)),
        ponder: true,
        ..Limits::none()
    };
    let mut clock = Clock::new(&limits, TimeSettings::default(), (1, 0), false);
    assert_eq!(clock.hard_limit_ms(), None);
    assert!(clock.may_start_iteration(Instant::now(), 9, 0) && !clock.past_maximum(Instant::now()));
    clock.restart(now, None);
    assert_eq!(clock.hard_limit_ms(), Some(2400));
    assert!(clock.elapsed_ms(Instant::now()) < clock.since_request_ms());
    clock.restart(long_ago, Some(reading(0, 1000, 0)));
    assert_eq!(clock.hard_limit_ms(), Some(800));
    assert!(
        clock.past_maximum(Instant::now()) && !clock.may_start_iteration(Instant::now(), 0, 500)
    );
}

#[test]
fn a_machine_that_holds_up_the_search_makes_it_stop_earlier() {
    let limits = Limits {
        move_time_ms: Some(60_000),
        ..Limits::none()
    };
    let mut clock = Clock::new(&limits, TimeSettings::default(), (1, 0), false);
    assert!(!clock.past_maximum(Instant::now()) && !clock.past_maximum(Instant::now()));
    clock.origin = seconds_ago(46);
    assert!(!clock.past_maximum(Instant::now()));
    clock.last_look = Some(seconds_ago(20));
    assert!(clock.past_maximum(Instant::now()));
    clock.restart(seconds_ago(46), None);
    assert!(!clock.past_maximum(Instant::now()));
}

#[test]
fn a_move_time_is_kept_to() {
    let limits = Limits {
        move_time_ms: Some(300),
        clock: Some(reading(0, 1000, 0)),
        ..Limits::none()
    };
    let clock = Clock::new(&limits, TimeSettings::default(), (1, 0), false);
    assert_eq!(clock.hard_limit_ms(), Some(290));
    let infinite = Limits {
        infinite: true,
        ..limits
    };
    let clock = Clock::new(&infinite, TimeSettings::default(), (1, 0), false);
    assert_eq!(clock.hard_limit_ms(), None);
    assert_eq!(usable_move_time_ms(0), 1);
    assert_eq!(usable_move_time_ms(50), 45);
}
