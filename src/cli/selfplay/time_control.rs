//! A clock in the words of other match runners.

use super::super::whole;
use engine::search::ClockReading;

/// What is expected.
const EXPECTED: &str =
    "expected MAIN[+INCREMENT][,BYOYOMI] in seconds, minutes as M:SS, such as 10+0.1 or 5:00,10";

/// Reads `10+0.1`, `5:00,10`, `0,1`, `1:30:00+5`: main time, then perhaps an increment and a byoyomi.
pub(super) fn read(text: &str) -> Result<ClockReading, String> {
    let (rest, byoyomi) = match text.split_once(',') {
        Some((rest, byoyomi)) => (rest, milliseconds(byoyomi)?),
        None => (text, 0),
    };
    let (main, increment) = match rest.split_once('+') {
        Some((main, increment)) => (main, milliseconds(increment)?),
        None => (rest, 0),
    };
    let clock = ClockReading {
        main_ms: milliseconds(main)?,
        byoyomi_ms: byoyomi,
        increment_ms: increment,
    };
    let has_time = clock.main_ms + clock.byoyomi_ms > 0;
    has_time
        .then_some(clock)
        .ok_or_else(|| "expected some time for the first move".to_owned())
}

/// Reads `SECONDS`, `MINUTES:SECONDS` or `HOURS:MINUTES:SECONDS`, of which the seconds may have up to
/// three decimal places.
fn milliseconds(text: &str) -> Result<u64, String> {
    let refuse = || EXPECTED.to_owned();
    let mut parts = text.rsplit(':');
    let seconds = parts.next().and_then(thousandths).ok_or_else(refuse)?;
    let mut total = seconds;
    for (part, unit) in parts.zip([60_000, 3_600_000, 0]) {
        let number: u64 = whole(0..=10_000)(part).map_err(|_| refuse())?;
        if unit == 0 {
            return Err(refuse());
        }
        total += number * unit;
    }
    whole(0..=86_400_000)(&total.to_string()).map_err(|_| "expected a day at most".to_owned())
}

/// A number of seconds in ms.
fn thousandths(text: &str) -> Option<u64> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if seconds.is_empty() || !is_number(seconds) || !is_number(fraction) || fraction.len() > 3 {
        return None;
    }
    let fraction: u64 = format!("{fraction:0<3}").parse().ok()?;
    let seconds: u64 = seconds.parse().ok().filter(|&seconds| seconds <= 86_400)?;
    Some(1000 * seconds + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_other_runners_are_read() {
        for (text, expected) in [
            ("10+0.1", (10_000, 0, 100)),
            ("5:00,10", (300_000, 10_000, 0)),
            ("0,1", (0, 1000, 0)),
            ("1:30:00+5", (5_400_000, 0, 5000)),
            ("60", (60_000, 0, 0)),
            ("2.5+0.25,3", (2500, 3000, 250)),
        ] {
            let clock = read(text).unwrap();
            let read = (clock.main_ms, clock.byoyomi_ms, clock.increment_ms);
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in [
            "", "x", "40/60", "1:2:3:4", "5+", "+1", "0", "0+5", "1.2345", "1e3", "-1", "99999",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
