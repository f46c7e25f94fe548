//! `usi-engine stats`: the statistics of a match from its counts.

use anyhow::bail;
use clap::Args;
use command::options::test;
use matches::stats::{Forecast, Hypotheses, Model, Report, Tallied};
use serde::Serialize;
use std::fmt::Display;
use std::io::Write;

/// Arguments of `stats`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    usi-engine stats 530-456-14\n  \
    usi-engine stats 105 6 243 5 141 --sprt elo0=0 elo1=10 model=logistic\n  \
    usi-engine stats 105-6-241-2-5-141 --json\n  \
    usi-engine stats --sprt elo0=0 elo1=10 model=logistic --draws 2")]
pub struct StatsArgs {
    /// Counts from the first player's side: W-L-D, or pairs of games LL-LD-level-WD-WW, or the
    /// level pairs told apart LL-LD-WL-DD-WD-WW; without counts, what to expect of the test.
    #[arg(required_unless_present = "sprt")]
    counts: Vec<String>,
    /// Test strengths: elo0=N elo1=N, perhaps alpha=P beta=P model=normalized|logistic.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// Percent of drawn games to expect, without counts and with model=logistic: how long a test
    /// in normalized Elo takes does not depend on draws. 2 unless given.
    #[arg(long, value_name = "PERCENT", conflicts_with = "counts")]
    #[arg(value_parser = draw_percent)]
    draws: Option<f64>,
    /// Write JSON; what has no value or no finite one is null.
    #[arg(long)]
    json: bool,
}

fn draw_percent(text: &str) -> Result<f64, &'static str> {
    let percent = text.parse().ok();
    let percent = percent.filter(|percent| (0.0..100.0).contains(percent));
    percent.ok_or("expected a number from 0 to below 100")
}

impl StatsArgs {
    /// Computes and writes the report, or the plan if there are no counts.
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        match (&self.counts[..], test(&self.sprt)?) {
            ([], Some(test)) => self.write(&self.plan(test)?, out)?,
            (counts, test) => {
                let tallied: Tallied = counts.join(" ").parse()?;
                self.write(&Report::new(&tallied, test.as_ref()), out)?;
            }
        }
        Ok(())
    }

    fn plan(&self, test: Hypotheses) -> anyhow::Result<Forecast> {
        if test.model == Model::Normalized && self.draws.is_some() {
            bail!("--draws with model=normalized; expected model=logistic in --sprt");
        }
        Ok(Forecast::new(test, self.draws.unwrap_or(2.0) / 100.0))
    }

    fn write(
        &self,
        report: &(impl Display + Serialize),
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(report)?)?;
        } else {
            writeln!(out, "{report}")?;
        }
        Ok(())
    }
}
