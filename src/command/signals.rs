//! Signals: the first one asks for an orderly end, the second one ends the program.

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

/// The exit status of a program that was interrupted, as shells have it.
const INTERRUPTED: u8 = 130;

/// What is raised by the first signal from now on.
///
/// # Errors
/// If signals cannot be caught.
pub fn stop_sign() -> io::Result<Arc<AtomicBool>> {
    static SIGN: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    if let Some(sign) = SIGN.get() {
        return Ok(Arc::clone(sign));
    }
    let sign = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order the first signal finds the sign down.
        flag::register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::clone(&sign))?;
        flag::register(signal, Arc::clone(&sign))?;
    }
    Ok(Arc::clone(SIGN.get_or_init(|| sign)))
}

/// The exit code of a run with this sign.
pub fn exit_code(sign: &AtomicBool) -> ExitCode {
    if sign.load(Relaxed) {
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::SUCCESS
    }
}
