//! Openings in one column of a table.

use super::OpeningError;

/// The lines of `text`, whose columns are separated by tabs, with nothing but column `column`: its
/// number from 1, or its name in the first line. Lines keep their numbers.
///
/// # Errors
/// If there is no such column.
pub(super) fn select(text: &str, column: &str) -> Result<String, OpeningError> {
    let mut lines = text.lines();
    let (place, head) = match column.parse::<usize>() {
        Ok(number) => (number.checked_sub(1), None),
        Err(_) => (named(lines.next().unwrap_or_default(), column), Some("")),
    };
    let missing = |line| OpeningError::Column {
        line,
        column: column.to_owned(),
    };
    let place = place.ok_or_else(|| missing(1))?;
    let first = 1 + usize::from(head.is_some());
    let cell = |(line, text): (usize, &str)| {
        if text.is_empty() || text.starts_with('#') {
            return Ok(String::new());
        }
        let cell = text.split('\t').nth(place);
        cell.map(str::to_owned).ok_or_else(|| missing(line))
    };
    let head = head.map(|line| Ok(line.to_owned()));
    let cells = head.into_iter().chain((first..).zip(lines).map(cell));
    Ok(cells.collect::<Result<Vec<_>, _>>()?.join("\n"))
}

fn named(head: &str, column: &str) -> Option<usize> {
    let mut names = head.trim_start_matches('#').split('\t').map(str::trim);
    names.position(|name| name.eq_ignore_ascii_case(column))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_has_a_number_or_a_name() {
        let table = "# id\tSfen\tvalue\n1\tstartpos\t3\n\n2\t7g7f\t-1\n";
        assert_eq!(select(table, "sfen").unwrap(), "\nstartpos\n\n7g7f");
        assert_eq!(select(table, "2").unwrap(), "\nstartpos\n\n7g7f");
        for (column, expected) in [
            ("moves", "line 1: no column `moves`"),
            ("0", "line 1: no column `0`"),
            ("4", "line 2: no column `4`"),
        ] {
            let problem = select(table, column).unwrap_err().to_string();
            assert!(problem.contains(expected), "{problem}");
        }
    }
}
