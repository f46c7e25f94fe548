//! Runs the target `history`.
#![no_main]

#[path = "../../tests/support/fuzz/targets.rs"]
#[allow(dead_code)]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::run("history", bytes));
