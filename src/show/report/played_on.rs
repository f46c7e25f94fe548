//! When and where a match was played, in words.

use matches::journal::aside::Aside;

/// One line: the time between the ends of the first and the last game, and the machines; nothing if
/// neither is known.
pub(super) fn words(aside: &Aside) -> String {
    let time = aside.ended_s.map(|[first, last]| {
        let [first, last] = [first, last].map(utc);
        if first == last {
            format!("{first} UTC")
        } else {
            format!("{first} to {last} UTC")
        }
    });
    let machines = aside.machines.iter().cloned();
    let parts: Vec<String> = time.into_iter().chain(machines).collect();
    parts.join("; ")
}

/// Seconds since 1970 as `2026-11-23 07:05`.
fn utc(seconds: u64) -> String {
    let (days, minutes) = (seconds / 86_400, seconds / 60 % 1440);
    let (year, month, day) = date(days);
    let (hour, minute) = (minutes / 60, minutes % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

/// Year, month and day so many days after the first of 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 1;
    for length in lengths {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_told_as_dates() {
        // As `date -u -d @SECONDS` says.
        for (seconds, text) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (1_795_417_500, "2026-11-23 07:05"),
            (4_107_542_399, "2100-02-28 23:59"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(utc(seconds), text);
        }
    }
}
