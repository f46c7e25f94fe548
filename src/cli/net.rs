//! The arguments of `net`, and its output.

use anyhow::anyhow;
use base::files::text::printable;
use base::progress::Screen;
use clap::{Args, Subcommand};
use command::options::{SeedArg, ThreadsArg, whole};
use command::players::remark;
use engine::eval::nnue::{Edition, NetworkFile, Scaling};
use engine::player::Settings;
use learn::datagen::{self, Job, Openings, Pool, Searches};
use learn::win_rate::{Fit, NetworkGames, OWN_SCALE};
use matches::contest::schedule::Part;
use matches::players::parse_settings;
use matches::referee::game::Rules;
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What can be done with networks.
#[derive(Debug, Subcommand)]
pub enum NetCommand {
    /// Say which shape the network of a file has, and what is wrong with the file.
    Info(InfoArgs),
    /// Play games with a network to learn what its values are worth, and which `EvalScale` brings
    /// them to this program's scale.
    Fit(FitArgs),
}

/// Arguments of `net info`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  usi-engine net info eval/nn.bin")]
pub struct InfoArgs {
    /// The file: `nn.bin`, or a network of this program.
    file: PathBuf,
    /// Which edition an SFNN network is of, as with the option `EvalEdition`.
    #[arg(long, value_name = "NAME")]
    edition: Option<Edition>,
}

impl InfoArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let NetworkFile { path, network } = load(&self.file, self.edition)?;
        let bytes = std::fs::metadata(&path)?.len();
        writeln!(out, "file     {}", path.display())?;
        writeln!(out, "network  {}", network.shape())?;
        if let Some(edition) = network.edition() {
            writeln!(out, "edition  {}", edition.build_name())?;
        }
        writeln!(out, "size     {bytes} bytes")?;
        writeln!(out, "SHA-256  {}", network.digest())?;
        writeln!(out, "text     {}", printable(network.origin()))?;
        for remark in network.remarks() {
            writeln!(out, "wrong    {remark}")?;
        }
        Ok(())
    }
}

/// The network in the file `path`.
///
/// # Errors
/// If there is none; the line names the file.
pub(super) fn load(path: &Path, edition: Option<Edition>) -> anyhow::Result<NetworkFile> {
    NetworkFile::load(path, edition).map_err(|error| anyhow!("{}: {error}", path.display()))
}

/// Arguments of `net fit`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  usi-engine net fit eval/nn.bin --fv-scale 24")]
pub struct FitArgs {
    /// The file: `nn.bin`, or a network of this program.
    file: PathBuf,
    /// Which edition an SFNN network is of, as with the option `EvalEdition`.
    #[arg(long, value_name = "NAME")]
    edition: Option<Edition>,
    /// What its output is divided by, as with the option `FV_SCALE`.
    #[arg(long, value_name = "N", default_value_t = Scaling::FV_SCALE)]
    #[arg(value_parser = whole(*Scaling::FV_SCALES.start() as i32..=*Scaling::FV_SCALES.end() as i32))]
    fv_scale: i32,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 200)]
    #[arg(value_parser = whole(1..=1_000_000_u64))]
    games: u64,
    /// End the search of a move after the iteration in which it comes to so many nodes.
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = whole(1..=1_000_000_u64))]
    nodes: u64,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Write one JSON object.
    #[arg(long)]
    json: bool,
}

impl FitArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let job = self.job()?;
        remark("network", &job.searches.settings)?;
        let ids: Vec<u64> = job.part.items(job.games).collect();
        let mut games = NetworkGames::default();
        datagen::play(&job, &ids, Screen::of(&mut io::stderr()), |game| {
            Ok(games.add(game)?)
        })?;
        let fit = games.fit().ok_or_else(|| {
            anyhow!("results do not follow values; expected another network, or more games")
        })?;
        if self.json {
            self.write_json(&job.searches.settings, &fit, out)?;
        } else {
            self.write_text(&job.searches.settings, &fit, out)?;
        }
        Ok(())
    }

    /// Games to their end: when both sides agree that one has won depends on the scale.
    fn job(&self) -> anyhow::Result<Job> {
        let mut settings = parse_settings("", 1)?;
        settings.evaluation.edition = self.edition;
        settings.evaluation.file = Some(load(&self.file, self.edition)?);
        settings.evaluation.scaling.fv_scale = self.fv_scale;
        Ok(Job {
            searches: Searches {
                engine: settings.evaluation.to_string(),
                settings,
                nodes: self.nodes,
                side_lines: None,
            },
            games: self.games,
            part: Part::ALL,
            threads: self.threads.count(),
            seed: self.seed.seed,
            openings: Openings {
                plies: 8,
                pool: Pool::default(),
                pool_percent: 0,
            },
            even: i32::MAX,
            max_moves: Rules::STANDARD.max_moves,
            resign: None,
        })
    }

    fn write_json(&self, settings: &Settings, fit: &Fit, out: &mut dyn Write) -> io::Result<()> {
        let network = settings.evaluation.network();
        let [percent, error] = fit.percent();
        let object = json!({
            "file": self.file,
            "network": network.shape().to_string(),
            "sha256": network.digest(),
            "fv_scale": self.fv_scale,
            "nodes": self.nodes,
            "fit": fit,
            "own_scale": OWN_SCALE,
            "eval_scale": percent,
            "eval_scale_error": error,
        });
        writeln!(out, "{object}")
    }

    fn write_text(&self, settings: &Settings, fit: &Fit, out: &mut dyn Write) -> io::Result<()> {
        let Fit {
            games,
            positions,
            scale,
            scale_error,
        } = fit;
        let [percent, error] = fit.percent();
        writeln!(out, "network   {}", settings.evaluation)?;
        writeln!(
            out,
            "games     {games} at {} nodes a move, {positions} positions",
            self.nodes
        )?;
        writeln!(
            out,
            "win rate  1 / (1 + exp(-value / {scale:.0})), error (95 %) {scale_error:.0}; own values {OWN_SCALE}"
        )?;
        writeln!(out, "EvalScale {percent:.0}, error (95 %) {error:.0}")?;
        let (least, most) = (Scaling::PERCENTS.start(), Scaling::PERCENTS.end());
        let percents = *least as f64..=*most as f64;
        if !percents.contains(&percent.round()) {
            return writeln!(
                out,
                "EvalScale can be {least} to {most}: take another --fv-scale"
            );
        }
        writeln!(
            out,
            "set EvalScale to {percent:.0}, so that a value of 100 is a pawn's worth to the search"
        )
    }
}
