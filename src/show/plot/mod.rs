//! Drawings for those who read results: an SVG file ([`Svg`]), the scale along one side of it
//! ([`Axis`]) and curves over two of them ([`Plot`]). Layer 1: knows nothing of shogi.

mod axis;
mod curves;
mod svg;

pub use axis::Axis;
pub use curves::Plot;
pub use svg::{SERIES, Svg};
