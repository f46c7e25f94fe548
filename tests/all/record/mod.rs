//! Records: written and read back without loss, files of other programs, and what is refused.

mod convert;
mod csa;
mod games;
mod jkf;
mod ki2;
mod kif;
mod round_trip;
mod shared;

use engine::record::{Format, Reading, Record};

/// What `text` is in `format`.
fn read_as(format: Format, text: &str) -> Reading {
    let reading = format.read(text.as_bytes());
    reading.unwrap_or_else(|error| panic!("{format:?}: {error}\n{text}"))
}

/// `record` written in `format` and read again.
fn through(format: Format, record: &Record) -> Record {
    read_as(format, &format.write(record)).record
}

/// Asserts that `text` is refused in `format` with what begins with the first part of `wanted` and has all others;
/// between them is ` … `.
fn assert_refused(format: Format, text: &str, wanted: &str) {
    let error = format.read(text.as_bytes()).expect_err("a refusal");
    let error = error.to_string();
    let mut parts = wanted.split(" … ");
    let start = parts.next().unwrap_or_default();
    let has_all = error.starts_with(start) && parts.all(|part| error.contains(part));
    assert!(has_all, "{text:?}: {error}");
}

fn usi(record: &Record) -> String {
    Format::Usi.write(record)
}
