//! The faults of an engine in another process, in words.

use super::super::process::Process;
use super::super::{Fault, FaultKind};
use std::time::Duration;

pub(super) fn crash(detail: String) -> Fault {
    let kind = FaultKind::Crash;
    Fault { kind, detail }
}

pub(super) fn garbage(detail: String) -> Fault {
    let kind = FaultKind::Garbage;
    Fault { kind, detail }
}

pub(super) fn silent(process: &mut Process, awaited: &str) -> Fault {
    Fault {
        kind: FaultKind::Stall,
        detail: format!("no `{awaited}` in time{}", cause(process)),
    }
}

/// What silence comes from, as far as can be told from outside.
fn cause(process: &mut Process) -> &'static str {
    if process.is_deaf() {
        ": it does not read what it is sent"
    } else {
        ""
    }
}

pub(super) fn ended(process: &mut Process, awaited: &str) -> Fault {
    let status = process.exit_status();
    let status = status.as_deref().unwrap_or("output closed, still running");
    crash(format!("ended before `{awaited}` ({status})"))
}

/// What a missing answer is: a stall, or a loss on time where there was a limit in time.
pub(super) fn no_answer(
    process: &mut Process,
    awaited: &str,
    deadline: Option<Duration>,
    elapsed: Duration,
) -> Fault {
    let kind = match deadline {
        Some(deadline) => FaultKind::Late(elapsed.saturating_sub(deadline)),
        None => FaultKind::Stall,
    };
    let ms = elapsed.as_millis();
    let detail = format!("no `{awaited}` within {ms} ms{}", cause(process));
    Fault { kind, detail }
}
