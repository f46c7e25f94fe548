//! The arguments of `check`, and its table.

use anyhow::{anyhow, bail};
use clap::Args;
use command::options::whole;
use matches::check::{self, Candidate, Check, Outcome, TIME, Verdict};
use matches::players::{PlayerSpec, guard};
use matches::{HASH_MB, standard_conduct};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit code: 0 if nothing failed, 1 if something did, 2 if the engine cannot be started.

Examples:
  usi-engine check usi:/usr/games/fairy-stockfish
  usi-engine check \"usi:./engine,args=--usi,EvalDir=/nets\" --json
  usi-engine check engine: --only infinite ponderhit
  usi-engine check --list")]
pub struct CheckArgs {
    /// The engine, as a player of `selfplay`: usi:PATH,option=value, or engine: for this one.
    #[arg(required_unless_present = "list")]
    engine: Option<String>,
    /// Make only these checks.
    #[arg(long, value_name = "ID", num_args = 1..)]
    only: Vec<String>,
    /// Say what is checked, and do nothing.
    #[arg(long)]
    list: bool,
    /// Write one JSON object, with the transcript of every check.
    #[arg(long)]
    json: bool,
    /// How many seconds the engine may take to become ready.
    #[arg(long, value_name = "S", default_value_t = 10)]
    #[arg(value_parser = whole(1..=600_u64))]
    ready_time: u64,
    /// After how many seconds no further check is begun.
    #[arg(long, value_name = "S", default_value_t = TIME.as_secs())]
    #[arg(value_parser = whole(1..=86_400_u64))]
    time: u64,
}

impl CheckArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let checks = self.chosen()?;
        let Some(text) = self.engine.as_deref().filter(|_| !self.list) else {
            let mut checks = checks.iter();
            checks.try_for_each(|check| writeln!(out, "{:23}{}", check.id, check.expected))?;
            return Ok(ExitCode::SUCCESS);
        };
        let candidate = self.candidate(text)?;
        let name = check::introduce(&candidate).map_err(|error| anyhow!("`{text}`: {error}"))?;
        let deadline = Instant::now() + Duration::from_secs(self.time);
        let made = checks.into_iter().map(|check| {
            let outcome = check::examine(&candidate, check, deadline);
            if !self.json {
                write_row(&outcome, out)?;
            }
            Ok(outcome)
        });
        let made = made.collect::<anyhow::Result<Vec<_>>>()?;
        if self.json {
            writeln!(
                out,
                "{}",
                serde_json::to_string_pretty(&report(&name, &made))?
            )?;
        } else {
            write_end(&name, &made, out)?;
        }
        let has_failed = made.iter().any(has_failed);
        Ok(ExitCode::from(u8::from(has_failed)))
    }

    fn chosen(&self) -> anyhow::Result<Vec<&'static Check>> {
        if self.only.is_empty() {
            return Ok(check::all().collect());
        }
        let find = |id: &String| {
            let mut all = check::all();
            let found = all.find(|check| check.id == *id);
            found.ok_or_else(|| anyhow!("--only `{id}`; expected a check of `check --list`"))
        };
        self.only.iter().map(find).collect()
    }

    fn candidate(&self, text: &str) -> anyhow::Result<Candidate> {
        let player = PlayerSpec::parse(text, HASH_MB)?;
        let Some((program, options)) = player.as_program() else {
            bail!("`{text}` is no engine; expected usi:PATH or engine:");
        };
        let mut conduct = standard_conduct();
        conduct.guard = guard::this_program();
        conduct.ready_time = Duration::from_secs(self.ready_time);
        Ok(Candidate {
            program,
            options,
            conduct,
        })
    }
}

fn has_failed(outcome: &Outcome) -> bool {
    matches!(outcome.verdict, Verdict::Fail(_))
}

/// A verdict in a word, and what else is to be said.
fn words(verdict: &Verdict) -> (&'static str, Option<&str>) {
    match verdict {
        Verdict::Pass => ("pass", None),
        Verdict::Fail(problem) => ("FAIL", Some(problem)),
        Verdict::NotApplicable(why) => ("n/a", Some(why)),
    }
}

fn write_row(outcome: &Outcome, out: &mut dyn Write) -> anyhow::Result<()> {
    let (word, detail) = words(&outcome.verdict);
    let check = outcome.check;
    writeln!(out, "{word:5}{:23}{}", check.id, check.expected)?;
    if let Some(detail) = detail {
        writeln!(out, "     {:23}→ {detail}", "")?;
    }
    Ok(out.flush()?)
}

/// The transcripts of what failed, and the sum.
fn write_end(name: &str, made: &[Outcome], out: &mut dyn Write) -> anyhow::Result<()> {
    for outcome in made.iter().filter(|outcome| has_failed(outcome)) {
        writeln!(out, "\n{}:", outcome.check.id)?;
        let mut lines = abridged(&outcome.transcript).into_iter();
        lines.try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    let [passed, failed, not_applicable] = counts(made);
    writeln!(
        out,
        "\n{name}: {passed} passed, {failed} failed, {not_applicable} not applicable"
    )?;
    Ok(())
}

/// A transcript in which of many lines of one kind in a row the first and the last are left.
fn abridged(lines: &[String]) -> Vec<String> {
    let kind = |line: &String| {
        let words = line.split_whitespace().take(2);
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    let runs = lines.chunk_by(|one, other| kind(one) == kind(other));
    let short = |run: &[String]| match run {
        [first, between @ .., last] if between.len() > 1 => {
            let left_out = format!("… {} more lines …", between.len());
            vec![first.clone(), left_out, last.clone()]
        }
        all => all.to_vec(),
    };
    runs.flat_map(short).collect()
}

fn counts(made: &[Outcome]) -> [usize; 3] {
    ["pass", "FAIL", "n/a"].map(|word| {
        let are = made
            .iter()
            .filter(|outcome| words(&outcome.verdict).0 == word);
        are.count()
    })
}

fn report(name: &str, made: &[Outcome]) -> Value {
    let check = |outcome: &Outcome| {
        let (word, detail) = words(&outcome.verdict);
        json!({
            "id": outcome.check.id,
            "expected": outcome.check.expected,
            "result": word.to_lowercase(),
            "detail": detail,
            "transcript": outcome.transcript,
        })
    };
    let [passed, failed, not_applicable] = counts(made);
    json!({
        "engine": name,
        "passed": passed,
        "failed": failed,
        "not_applicable": not_applicable,
        "checks": made.iter().map(check).collect::<Vec<_>>(),
    })
}
