//! The statistics of matches: reference values, symmetries, running tests, ratings.

mod properties;
mod ratings;
mod reference;
mod sprt;

/// Whether two values agree to 1e-5 of their size, or to the last of the six digits in the file.
fn agree(ours: f64, reference: f64) -> bool {
    if reference.is_infinite() {
        return ours.total_cmp(&reference).is_eq();
    }
    (ours - reference).abs() <= 1e-5 * reference.abs() + 1e-6
}
