//! The arguments of `config`, and its output.

use super::course::Base;
use clap::Args;
use engine::search::config::KNOBS;
use engine::search::{SearchConfig, Settings};
use serde_json::{Map, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `config`.
#[derive(Debug, Args)]
#[command(after_help = "\
Two players search alike if their digests are equal. A player is read as everywhere: first the kind of \
search (search=…), wherever it stands, then every entry exactly as it says.

Examples:
  usi-engine config search=modern,killer_bonus=80
  usi-engine config \"\" --all")]
pub struct ConfigArgs {
    /// The player's text, `key=value,…`
    #[arg(value_name = "PLAYER", value_parser = Base::parse)]
    player: Base,
    /// Show every number of the search with what it does, not only those that differ from the preset.
    #[arg(long)]
    all: bool,
    /// Write one JSON object instead of lines of text.
    #[arg(long, conflicts_with = "all")]
    json: bool,
}

impl ConfigArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
        let settings = &self.player.settings;
        if self.json {
            write_json(settings, out)?;
        } else {
            write_text(settings, out)?;
            if self.all {
                write_all(&settings.search, out)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn write_text(settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let (search, evaluation) = (settings.search.effective(), &settings.evaluation);
    writeln!(out, "search   {}, digest {}", search.preset, search.digest)?;
    writeln!(out, "eval     {}", evaluation.kind.name())?;
    writeln!(out, "hash     {} MiB", settings.hash_mb)?;
    writeln!(out, "threads  {}", settings.threads)?;
    let preset = SearchConfig::preset(&search.preset)?;
    for (name, value) in &search.changes {
        let known = KNOBS.iter().find(|knob| knob.name == name);
        let before = known.map_or(0, |knob| preset.get(knob));
        writeln!(out, "{name} = {value}, in {} {before}", search.preset)?;
    }
    Ok(())
}

fn write_all(search: &SearchConfig, out: &mut dyn Write) -> anyhow::Result<()> {
    for knob in KNOBS {
        let (min, max) = (knob.min, knob.max);
        writeln!(
            out,
            "\n{} = {}, from {min} to {max}",
            knob.name,
            search.get(knob)
        )?;
        for line in knob.about.lines() {
            writeln!(out, "   {line}")?;
        }
    }
    Ok(())
}

fn write_json(settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let search = &settings.search;
    let knobs: Map<_, _> = KNOBS
        .iter()
        .map(|knob| (knob.name.to_owned(), search.get(knob).into()))
        .collect();
    let object = json!({
        "search": search.effective(),
        "knobs": knobs,
        "eval": settings.evaluation.kind.name(),
        "hash": settings.hash_mb,
        "threads": settings.threads,
    });
    writeln!(out, "{object}")?;
    Ok(())
}
