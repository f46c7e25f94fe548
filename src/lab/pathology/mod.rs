//! Pathology: does a deeper search choose better?
//!
//! Two models and the engine, after M. Luštrek, "Minimax Pathology and Real-Number Minimax Model". With two
//! values it chooses worse ([`two_values`]), with real numbers better ([`models`]: random trees, and the exact
//! densities of a tree without chance), and [`engine`](mod@engine) asks the program itself. What must hold:
//! everything follows from what is asked and its seed; threads and stops change nothing.

mod curves;
mod differences;
pub mod engine;
pub mod models;
mod trees;
pub mod two_values;

pub use curves::ErrorCurves;
