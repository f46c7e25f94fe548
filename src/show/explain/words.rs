//! Sentences about a search: what was found, and why a move costs what it costs.

use super::Study;
use engine::search::explanation::{Cost, ExplainedMove, Part};
use engine::search::{Bound, Decision, Info, Score};
use engine::shogi::{Checks, Move, PieceKind, Position};

// The names of parts that have a sentence of their own.
const LATE_MOVES: &str = "late moves";
const FIRST_MOVE: &str = "first move";
const LEAST_COST: &str = "least cost";

/// A value in centipawns, or in how many plies a mate comes: `+50`, `mate in 5`.
pub fn value(score: Score) -> String {
    match score {
        Score::Cp(cp) => format!("{cp:+}"),
        Score::Mate(plies @ 1..) => format!("mate in {plies}"),
        Score::Mate(0) | Score::Mated => "mated".to_owned(),
        Score::Mate(plies) => format!("mated in {}", -plies),
    }
}

/// The worth of a line of analysis: its value, or what that bounds.
pub fn worth(info: &Info) -> String {
    sign(info.bound).to_owned() + &value(info.score)
}

/// A part of 1 in percent: `84 %`, `< 1 %`.
pub fn percent(part: f64) -> String {
    if part < 0.01 {
        "< 1 %".to_owned()
    } else {
        format!("{:.0} %", 100.0 * part)
    }
}

/// What a bound says of a value, to stand before it.
pub fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::Lower => "≥ ",
        Bound::Upper => "≤ ",
    }
}

/// What the search came to, in one sentence or two.
pub fn finding(study: &Study) -> String {
    let Some(best) = study.best() else {
        return by_rule(study);
    };
    let (name, side) = (study.named(best.mv), study.side());
    match study.info().exact_score() {
        Some(Score::Mate(count @ 1..)) => format!("{side} mates in {} with {name}.", plies(count)),
        Some(Score::Mate(count)) => {
            let plies = plies(-count);
            format!("{side} is mated in {plies}; {name} holds out longest.")
        }
        _ => {
            let (value, share) = (worth(study.info()), percent(study.share(best)));
            let reason = why_it_costs(study.position(), best);
            format!(
                "{name} is best, worth {value}: no other move was found to be worth more. \
                 It took {share} of the nodes and {reason}."
            )
        }
    }
}

fn plies(count: i32) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// What the rules decide without a search.
fn by_rule(study: &Study) -> String {
    let (side, rule) = (study.side(), study.settings.entering_king_rule);
    match study.outcome.decision {
        Decision::DeclareWin => format!("{side} wins by declaration ({rule})."),
        Decision::Play { best, .. } => {
            let name = study.named(best);
            format!("{side} wins with {name}: the king reaches its goal ({rule}).")
        }
        Decision::Resign if Checks::of(study.position()).in_check() => {
            format!("{side} is mated: it is in check and has no legal move.")
        }
        Decision::Resign => format!("{side} has no legal move, and loses."),
    }
}

/// Why a move costs what it costs and which nodes prune it, in one sentence.
pub fn sentence(study: &Study, explained: &ExplainedMove) -> String {
    let name = study.named(explained.mv);
    let reason = why_it_costs(study.position(), explained);
    let Some(pruned) = explained.pruned else {
        return format!("{name} {reason}; no node prunes it.");
    };
    let why = pruned.rule.reason();
    match pruned.until_plies {
        Some(plies) => {
            format!("{name} {reason}; nodes with a budget below {plies} plies drop it: {why}.")
        }
        None => format!("{name} {reason}; every node drops it: {why}."),
    }
}

/// `costs 501 where an ordinary move costs 100, mostly because …`.
fn why_it_costs(pos: &Position, explained: &ExplainedMove) -> String {
    let Cost {
        total,
        ordinary,
        parts,
    } = &explained.cost;
    let lost = total - ordinary;
    match lost {
        0 if parts.is_empty() => return format!("costs {total}, an ordinary move's cost"),
        0 => return format!("costs {total}, an ordinary move's cost: {}", bound(parts)),
        _ => {}
    }
    let parts = greatest(parts, lost.signum());
    let whole = match parts.first() {
        Some(&&(LATE_MOVES, _)) => "them",
        _ => "the moves before it",
    };
    let reasons: Vec<_> = parts
        .iter()
        .map(|&&part| format!("{} ({:+})", reason(pos, explained, part, whole), part.1))
        .collect();
    let reasons = reasons.join(" and ");
    format!("costs {total} where an ordinary move costs {ordinary}, mostly because {reasons}")
}

/// The bound among `parts` that makes the cost that of an ordinary ply, or what comes near.
fn bound(parts: &[Part]) -> &'static str {
    match parts.last() {
        Some((FIRST_MOVE, _)) => "the first move costs no more",
        Some((LEAST_COST, _)) => "no move costs less",
        _ => "what makes it dearer and cheaper is even",
    }
}

/// The one or two greatest of the parts with this sign; the second only if it matters.
fn greatest(parts: &[Part], sign: i32) -> Vec<&Part> {
    let mut parts: Vec<_> = parts.iter().filter(|it| it.1.signum() == sign).collect();
    parts.sort_by_key(|it| -it.1.abs());
    let first = parts.first().map_or(0, |it| it.1.abs());
    parts.retain(|it| 4 * it.1.abs() >= first);
    parts.truncate(2);
    parts
}

/// A part of a cost in words that go on after "because", with `whole` for the moves of which some
/// are like it. A term without words of its own is named.
fn reason(pos: &Position, explained: &ExplainedMove, (name, cost): Part, whole: &str) -> String {
    let (mv, traits) = (explained.mv, explained.traits);
    let mover = piece(pos.moved_kind(mv));
    let some = |count: u8, what: &str| format!("{} of {whole} {what}", number(count));
    let plain = match name {
        LATE_MOVES if explained.rank == 1 => "one move came before it",
        LATE_MOVES => return format!("{} moves came before it", explained.rank),
        "similar drops" => return some(traits.drop, &format!("dropped a {mover}")),
        "similar checks" => return some(traits.check, "gave check"),
        "same piece" => return some(traits.piece, &format!("moved this {mover}")),
        "same victim" => return some(traits.victim, "took the same piece"),
        "same square" => return some(traits.square, &format!("went to {}", goal(mv))),
        "implausible" => "it looked good elsewhere and failed",
        "killer" => "it refuted another move a moment ago",
        "countermove" => "it has answered the last move well",
        "check" => "it gives check",
        "threat" if cost < 0 => "it makes a threat",
        "threat" => "it goes where it is attacked",
        "order" if cost < 0 => "it has often been good in this search",
        "order" => "it has seldom been good in this search",
        "not improving" => "its side stands no better than two plies before",
        "table move captures" => "the best move captures and this one does not",
        "moves before" => "the move before it is charged too",
        "surcharges" => "it is like moves before it",
        "scale over interest, above a ply" if cost < 0 => "it has much interest",
        "scale over interest, above a ply" => "it has little interest",
        LEAST_COST => "no move costs less",
        "in check" => "less of this counts in check",
        name => return format!("of {name}"),
    };
    plain.to_owned()
}

/// A count of moves with a common trait, which goes no further than four.
fn number(count: u8) -> &'static str {
    match count {
        0 | 1 => "one",
        2 => "two",
        3 => "three",
        _ => "four or more",
    }
}

/// The square that a move goes to, as USI writes it.
fn goal(mv: Move) -> String {
    mv.to_string()[2..4].to_owned()
}

/// The English name of a kind of piece.
fn piece(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Lance => "lance",
        PieceKind::Knight => "knight",
        PieceKind::Silver => "silver",
        PieceKind::Gold => "gold",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::King => "king",
        PieceKind::ProPawn => "promoted pawn",
        PieceKind::ProLance => "promoted lance",
        PieceKind::ProKnight => "promoted knight",
        PieceKind::ProSilver => "promoted silver",
        PieceKind::ProBishop => "horse",
        PieceKind::ProRook => "dragon",
    }
}
