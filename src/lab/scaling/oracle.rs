//! What another engine said of the positions: columns `move_3k`, `cp_3k`, `depth_3k` and so on.

use crate::LabError;
use crate::positions::Positions;
use crate::searches::Found;
use engine::search::Score;
use std::path::Path;

/// Its answers to one number of nodes, a position each.
pub type Answers = (u64, Vec<Found>);

/// The answers in `positions`, which are of the file at `path`, from the fewest nodes to the most; none without such
/// columns.
///
/// # Errors
/// The first cell that is no number, and a column that is missing.
pub fn oracle(positions: &Positions, path: &Path) -> Result<Vec<Answers>, LabError> {
    let labels = positions.columns.iter();
    let labels = labels.filter_map(|name| name.strip_prefix("move_"));
    let answers = labels.map(|label| Ok((nodes(label)?, column(positions, label)?)));
    let answers: Result<Vec<_>, String> = answers.collect();
    let mut answers = answers.map_err(LabError::file(path))?;
    answers.sort_by_key(|&(nodes, _)| nodes);
    Ok(answers)
}

/// The number that `3k` stands for, or `1M`, or `500`.
fn nodes(label: &str) -> Result<u64, String> {
    let (digits, unit) = match label.as_bytes().last() {
        Some(b'k') => (&label[..label.len() - 1], 1000),
        Some(b'M') => (&label[..label.len() - 1], 1_000_000),
        _ => (label, 1),
    };
    let number: Option<u64> = digits.parse().ok();
    let nodes = number.and_then(|number| number.checked_mul(unit));
    nodes.ok_or_else(|| format!("column `move_{label}`; expected a number of nodes, such as 300k"))
}

fn column(positions: &Positions, label: &str) -> Result<Vec<Found>, String> {
    let cells = |kind: &str| {
        let name = format!("{kind}_{label}");
        let cells = positions.column(&name);
        cells.ok_or_else(|| format!("no column `{name}`; expected one beside `move_{label}`"))
    };
    let rows = cells("move")?.into_iter().zip(cells("cp")?);
    let rows = rows.zip(cells("depth")?);
    rows.map(|((mv, cp), depth)| {
        Ok(Found {
            mv: mv.to_owned(),
            score: score(cp)?,
            depth: number(depth)?,
            seldepth: None,
        })
    })
    .collect()
}

/// Centipawns, or `mate N` with the plies to it, negative for the side that is mated.
fn score(cell: &str) -> Result<Score, String> {
    match cell.strip_prefix("mate ") {
        Some(plies) => number(plies).map(Score::Mate),
        None => number(cell).map(Score::Cp),
    }
}

fn number<T: std::str::FromStr>(cell: &str) -> Result<T, String> {
    let number = cell.parse().ok();
    number.ok_or_else(|| format!("`{cell}` in a column; expected a whole number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_read_from_names_of_columns() {
        assert_eq!(nodes("300k"), Ok(300_000));
        assert_eq!((nodes("2M"), nodes("7")), (Ok(2_000_000), Ok(7)));
        assert!(nodes("k").unwrap_err().contains("`move_k`"));
        assert!(nodes("").is_err() && nodes("9é").is_err());
    }

    #[test]
    fn scores_are_centipawns_or_mates() {
        assert_eq!(score("-466"), Ok(Score::Cp(-466)));
        assert_eq!(score("mate -10"), Ok(Score::Mate(-10)));
        assert!(score("mate").unwrap_err().contains("`mate` in a column"));
        assert!(score("mate in 3").unwrap_err().contains("`in 3`"));
    }
}
