//! What a match is, as typed: players, limits, rules, openings, the sequential test.

use super::super::course::SeedArg;
use super::super::interrupt::stop_sign;
use super::super::whole;
use super::engines::Engines;
use super::limits::LimitArgs;
use super::rules::RuleArgs;
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use matches::contest::openings::{Course, OpeningList, Openings};
use matches::contest::schedule::{Format, letter};
use matches::observers::standings::Anchor;
use matches::players::guard;
use matches::players::limit::MoveLimit;
use matches::players::{Conduct, PlayerSpec};
use matches::referee::finished::PLAYERS;
use matches::stats::Hypotheses;
use matches::{HASH_MB, Match, PATIENCE, READY_TIME};
use std::path::PathBuf;
use std::time::Duration;

/// Everything that the games of a match follow from.
#[derive(Debug, Args)]
pub(super) struct MatchArgs {
    /// Who plays, two or more; results of a match are told from the side of the first.
    #[arg(required_unless_present = "run", num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    /// Players by name, in TOML: a table [NAME] for each, with path or settings, args, dir, stderr,
    /// restart, ponder, options.
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Who meets whom: a match unless there are more than two players, and a round robin then.
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// How many games between any two that meet; each opening is played twice, with colours
    /// swapped. 100 unless given, or as many as --sprt takes.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = whole(1..=100_000_000_u64))]
    games: Option<u64>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    seed: SeedArg,
    /// Begin games at the positions of this file: an SFEN or `startpos moves …` in each line. Unless
    /// given, at the openings that are part of the program.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The column of that file to read, by number or by name in its first line; columns are
    /// separated by tabs.
    #[arg(long, value_name = "COLUMN", requires = "openings")]
    opening_column: Option<String>,
    /// In which order openings are played.
    #[arg(long, value_enum, default_value = "random")]
    opening_order: OrderArg,
    /// Which of them is the first, in that order.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = whole(1..=1_000_000_000_u64))]
    opening_start: u64,
    /// How many games are played at each opening before the next, half of them with swapped colours.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = even)]
    repeat: u64,
    /// How many milliseconds to rest after each game.
    #[arg(long, value_name = "MS", default_value_t = 0)]
    #[arg(value_parser = whole(0..=86_400_000_u64))]
    wait: u64,
    /// Begin games with so many random plies instead; 0 is the start position.
    #[arg(long, value_name = "N", value_parser = whole(0..=1000_usize))]
    #[arg(conflicts_with_all = ["openings", "opening_order", "opening_start", "repeat"])]
    opening_plies: Option<usize>,
    /// The size of each table of this engine in MiB, for players that do not say.
    #[arg(long, value_name = "MIB", default_value_t = HASH_MB)]
    #[arg(value_parser = whole(1..=1_usize << 20))]
    hash: usize,
    /// The rating of a player of a tournament, by its name or letter; those of the others follow.
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<String>,
    /// End the match when this test is decided: elo0=N elo1=N, perhaps alpha=P beta=P
    /// model=normalized|logistic.
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// How many seconds another engine may take to become ready.
    #[arg(long, value_name = "S", default_value_t = READY_TIME.as_secs())]
    #[arg(value_parser = whole(1..=86_400_u64))]
    ready_time: u64,
    /// After how many seconds a move that is not limited in time has stalled.
    #[arg(long, value_name = "S", default_value_t = PATIENCE.as_secs())]
    #[arg(value_parser = whole(1..=86_400_u64))]
    patience: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// Two players meet.
    Match,
    /// The first player meets each of the others.
    Gauntlet,
    /// Everyone meets everyone.
    RoundRobin,
}

/// In which order openings are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OrderArg {
    /// Shuffled, as the seed says.
    Random,
    /// As they stand in the file.
    Sequential,
}

fn even(text: &str) -> Result<u64, String> {
    let number: Option<u64> = text.parse().ok();
    let number = number.filter(|number| (2..=1_000_000).contains(number) && number % 2 == 0);
    number.ok_or_else(|| "expected an even number from 2 to 1000000".to_owned())
}

impl MatchArgs {
    /// Who meets whom, for as many players as there are.
    fn format(&self) -> anyhow::Result<Format> {
        let count = self.players.len();
        if !PLAYERS.contains(&count) {
            let (least, most) = (PLAYERS.start(), PLAYERS.end());
            bail!("{count} players; expected {least} to {most}");
        }
        if count > 2 && !self.sprt.is_empty() {
            bail!("--sprt with {count} players; expected 2: it tests one against the other");
        }
        match self.format {
            Some(FormatArg::Match) if count > 2 => {
                bail!("--format match with {count} players; expected gauntlet or round-robin")
            }
            _ if count == 2 => Ok(Format::Match),
            Some(FormatArg::Gauntlet) => Ok(Format::Gauntlet),
            _ => Ok(Format::RoundRobin),
        }
    }

    /// The match, with `concurrency` games at a time, each on a core of its own if to `pin`.
    pub(super) fn contest(&self, concurrency: usize, pin: bool) -> anyhow::Result<Match> {
        let format = self.format()?;
        let engines = self.engines.as_deref().map(Engines::read).transpose()?;
        let engines = engines.unwrap_or_default();
        let players = self.players.iter().enumerate().map(|(index, text)| {
            let name = letter(index);
            let named = |problem: String| anyhow!("player {name}: {problem}");
            let text = engines
                .text_of(text)
                .map_err(|error| named(error.to_string()))?;
            PlayerSpec::parse(&text, self.hash).map_err(|error| named(error.to_string()))
        });
        let players = players.collect::<anyhow::Result<Vec<_>>>()?;
        let limits = self.limits.limits(players.len())?;
        for (index, (player, limit)) in players.iter().zip(&limits).enumerate() {
            if !player.is_in_process() && matches!(limit, MoveLimit::CpuTimeMs(_)) {
                bail!(
                    "--cpu-time for player {}, `{}`; expected another limit for a player in another process",
                    letter(index),
                    player.text
                );
            }
        }
        let openings = self.openings()?;
        let rules = &self.rules;
        let (max_moves, plies) = (rules.max_moves, openings.plies());
        if max_moves as usize <= plies {
            bail!("--max-moves {max_moves}; expected more than the {plies} plies of the openings");
        }
        Ok(Match {
            players,
            limits,
            format,
            games: self.games.unwrap_or(if self.sprt.is_empty() {
                100
            } else {
                100_000_000
            }),
            seed: self.seed.seed,
            concurrency,
            pin,
            pause: Duration::from_millis(self.wait),
            openings,
            rules: rules.rules(self.limits.margin),
            conduct: Conduct {
                guard: guard::this_program(),
                ready_time: Duration::from_secs(self.ready_time),
                patience: Duration::from_secs(self.patience),
                max_moves: rules.max_moves,
                entering_king: rules.entering_king,
                core: None,
                stop: stop_sign()?,
            },
        })
    }

    fn openings(&self) -> anyhow::Result<Openings> {
        if let Some(plies) = self.opening_plies {
            return Ok(Openings::Random { plies });
        }
        let list = match &self.openings {
            Some(path) => OpeningList::read(path, self.opening_column.as_deref())?,
            None => OpeningList::shipped(),
        };
        let course = Course {
            is_shuffled: self.opening_order == OrderArg::Random,
            skipped: self.opening_start - 1,
            pairs_each: self.repeat / 2,
            ..list.course()
        };
        Ok(Openings::List(list.in_course(course)))
    }

    /// The test that ends the match, if one was asked for.
    pub(super) fn test(&self) -> anyhow::Result<Option<Hypotheses>> {
        let texts = Some(self.sprt.join(" ")).filter(|text| !text.is_empty());
        Ok(texts.map(|text| text.parse()).transpose()?)
    }

    /// The player of a tournament whose rating is known.
    pub(super) fn anchor(&self, players: &[PlayerSpec]) -> anyhow::Result<Option<Anchor>> {
        let Some(text) = &self.anchor else {
            return Ok(None);
        };
        if players.len() == 2 {
            bail!("--anchor with 2 players; expected 3 or more, who have ratings");
        }
        let (name, elo) = text.rsplit_once('=').unwrap_or((text, ""));
        let elo: Option<f64> = elo.parse().ok().filter(|elo: &f64| elo.is_finite());
        let is = |(index, player): (usize, &PlayerSpec)| {
            player.name() == name || letter(index).to_string() == name
        };
        let player = players.iter().enumerate().position(is);
        match player.zip(elo) {
            Some((player, elo)) => Ok(Some(Anchor { player, elo })),
            None => {
                bail!("--anchor `{text}`; expected NAME=ELO with the name or letter of a player")
            }
        }
    }

    /// Whether it is said how many games there are at most, as it must be to divide them.
    pub(super) fn is_bounded(&self) -> bool {
        self.games.is_some() || self.sprt.is_empty()
    }
}
