//! The engine as a module of WebAssembly: what a page that is played on and `ShogiHome` load.
//!
//! The module speaks USI by lines, and answers the [`requests`] of the page between them. Around it are scripts that
//! stand beside this file: `kyomi.js` is what others import, with the interface `shogihome-wasm-engine/1`;
//! `kyomi-worker.js` runs the module on a thread of its own and stops its searches; `play.js` is the page's own.
//! `assemble.mjs` has the built module write its pages ([`page`]), and lays all files out as they are served;
//! `scripts/build-wasm.sh` does all of that.
//!
//! What must hold: here is no shogi of its own. What the rules say comes from the engine, what is said in words from
//! `show`, what a board looks like from the pages of `show`, by the very files that these use.

#[cfg(target_family = "wasm")]
mod module;
pub mod page;
pub mod requests;
