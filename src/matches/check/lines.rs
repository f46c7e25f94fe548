//! What must hold of single lines: names, options, analysis.

use super::dialogue::Output;
use engine::search::{Info, Score};
use engine::shogi::game::Game;
use engine::shogi::movegen::count_legal;
use engine::shogi::sfen::parse_move;
use engine::usi::grammar::{OptionDeclaration, Response};

/// What a law says.
type Ruling = Result<(), String>;

/// Words of `info` that every known program reads, each followed by a value.
const WORDS: [&str; 8] = [
    "depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time", "currmove",
];

/// A name and an author, in ASCII.
pub(super) fn identity(output: &Output) -> Ruling {
    for part in ["id name ", "id author "] {
        let mut lines = output.lines.iter();
        let line = lines.find(|line| line.starts_with(part));
        let line = line.ok_or_else(|| format!("no `{}`", part.trim()))?;
        if !line.is_ascii() {
            return Err(format!("`{line}` is not ASCII"));
        }
    }
    Ok(())
}

/// Options that every program reads: no spaces in names and values.
pub(super) fn options(output: &Output) -> Ruling {
    let is_option = |line: &&String| line.split_whitespace().next() == Some("option");
    let mut lines = output.lines.iter().filter(is_option);
    let bad = lines.find_map(|line| Some((line, wrong_option(line)?)));
    bad.map_or(Ok(()), |(line, problem)| {
        Err(format!("`{line}`: {problem}"))
    })
}

fn wrong_option(line: &str) -> Option<&'static str> {
    let words: Vec<_> = line.split_whitespace().collect();
    let [_, "name", _, "type", kind, details @ ..] = &words[..] else {
        return Some("expected `option name NAME type …` with a name of one word");
    };
    let keys: &[&str] = match *kind {
        "check" | "string" | "filename" => &["default"],
        "spin" => &["default", "min", "max"],
        "combo" => &["default", "var"],
        "button" => &[],
        _ => return Some("an unknown type"),
    };
    let mut pairs = details.chunks(2);
    let is_good = pairs.all(|pair| pair.len() == 2 && keys.contains(&pair[0]));
    (!is_good).then_some("a value of several words, or none")
}

/// A limit of moves that the interface can set.
pub(super) fn move_limit(output: &Output) -> Ruling {
    let names = ["MaxMovesToDraw", "Draw_Ply"];
    let is_one = |option: &OptionDeclaration| names.contains(&option.name.as_str());
    let found = output.declared.iter().any(is_one);
    found
        .then_some(())
        .ok_or_else(|| "neither is declared".to_owned())
}

/// Nothing on standard error.
pub(super) fn no_errors(output: &Output) -> Ruling {
    match output.errors.lines().next() {
        None => Ok(()),
        Some(line) => Err(format!("on standard error: `{line}`")),
    }
}

/// Only lines that the protocol has.
pub(super) fn known(output: &Output) -> Ruling {
    const FIRST: &str = "id option usiok readyok info bestmove checkmate";
    let is_known = |line: &&String| {
        let first = line.split_whitespace().next();
        first.is_some_and(|first| FIRST.split(' ').any(|known| known == first))
    };
    let mut lines = output.lines.iter();
    let other = lines.find(|line| !is_known(line));
    other.map_or(Ok(()), |line| {
        Err(format!("`{line}` is no line of the protocol"))
    })
}

/// Analysis in the form that every program reads.
pub(super) fn analysis(output: &Output) -> Ruling {
    let game = &output.searched;
    let lines = output.since_go().iter();
    let mut lines = lines.filter(|line| line.starts_with("info "));
    lines.try_for_each(|line| info(line, game).map_err(|problem| format!("`{line}`: {problem}")))
}

/// A score and a line of play before the answer.
pub(super) fn last_word(output: &Output) -> Ruling {
    let mut lines = output.since_go().iter();
    let found = lines.any(|line| line.contains(" score ") && line.contains(" pv "));
    found
        .then_some(())
        .ok_or_else(|| "no `info` with `score` and `pv`".to_owned())
}

/// So many moves of a line that ends with a search cut off are no line; the whole one has at least
/// [`WHOLE`].
const BARE: usize = 2;
/// So many moves are a line.
const WHOLE: usize = 5;

/// The last line of the best move is not the rest of a search that was cut off, given out as a whole one
/// after that. A bound may be, if it says that it is one.
pub(super) fn last_line(output: &Output) -> Ruling {
    let infos = output.since_go().iter().filter_map(|line| whole(line));
    let lines: Vec<(&String, Info)> = infos.collect();
    let Some(((last, end), before)) = lines.split_last() else {
        return Ok(());
    };
    let is_bare = end.pv.len() <= BARE && matches!(end.score, Score::Cp(_));
    let first = end.pv.first();
    let is_same = |info: &Info| info.pv.len() >= WHOLE && info.pv.first() == first;
    match before.iter().rfind(|(_, info)| is_same(info)) {
        Some((line, _)) if is_bare => Err(format!(
            "`{last}` as a whole line, after `{line}`: it looks like the bound of a search cut off"
        )),
        _ => Ok(()),
    }
}

/// The last line about the best move is not that the side to move is mated.
pub(super) fn not_mated(output: &Output) -> Ruling {
    let whole = output.since_go().iter().rev().find_map(whole);
    match whole.map(|(line, info)| (line, info.score)) {
        Some((line, Score::Mate(..0) | Score::Mated)) => Err(format!(
            "`{line}` as the last word, and the position is not lost"
        )),
        _ => Ok(()),
    }
}

/// The analysis of a line about the best move, unless that says that its score is a bound, or says nothing of
/// moves.
fn whole(line: &String) -> Option<(&String, Info)> {
    match Response::parse(line) {
        Ok(Response::Info(info)) if info.multi_pv == 1 && !info.pv.is_empty() => {
            info.exact_score().map(|_| (line, info))
        }
        _ => None,
    }
}

/// No more lines than there are legal moves.
pub(super) fn ranks(output: &Output) -> Ruling {
    let (lines, game) = (output.since_go(), &output.searched);
    let legal = count_legal(game.position());
    let rank = |line: &String| {
        let words = line.split_whitespace();
        let mut words = words.skip_while(|&word| word != "multipv");
        words.nth(1)?.parse::<usize>().ok()
    };
    let mut ranks = lines.iter().filter_map(rank);
    match ranks.find(|&rank| rank > legal as usize) {
        Some(rank) => Err(format!("`multipv {rank}` with {legal} legal moves")),
        None => Ok(()),
    }
}

fn info(line: &str, game: &Game) -> Ruling {
    let mut before = "";
    let mut words = line.split_whitespace().skip(1);
    while let Some(word) = words.next() {
        match word {
            "string" if before.is_empty() => return Ok(()),
            "score" => score(words.next(), words.next())?,
            "lowerbound" | "upperbound" if before == "score" => {}
            "pv" => {
                let line: Vec<_> = words.collect();
                return line_of_play(&line, game);
            }
            "seldepth" if before != "depth" => return Err("seldepth not after depth".into()),
            known if WORDS.contains(&known) => {
                words
                    .next()
                    .ok_or_else(|| format!("no value after {known}"))?;
            }
            other => return Err(format!("`{other}` is not read by every program")),
        }
        before = word;
    }
    if before == "score" {
        return Err("the score is last".to_owned());
    }
    Ok(())
}

fn score(kind: Option<&str>, value: Option<&str>) -> Ruling {
    let value = value.unwrap_or_default();
    let is_number = value.parse::<i64>().is_ok();
    let is_good = match kind {
        Some("cp") => is_number,
        Some("mate") => ["+", "-"].contains(&value) || is_number && value.parse() != Ok(0_i64),
        _ => false,
    };
    is_good
        .then_some(())
        .ok_or_else(|| "expected `score cp X`, or `score mate` with plies, + or -".to_owned())
}

fn line_of_play(words: &[&str], game: &Game) -> Ruling {
    if words == ["win"] {
        return Ok(());
    }
    let mut game = game.clone();
    for word in words {
        let mv = parse_move(word).map_err(|_| format!("`{word}` in pv is no move"))?;
        game.play(mv)
            .map_err(|_| format!("`{word}` in pv is not legal there"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_some_program_cannot_read() {
        for good in [
            "option name USI_Hash type spin default 16 min 1 max 1024",
            "option name Go type button",
            "option name B type combo default a var a var b",
        ] {
            assert_eq!(wrong_option(good), None, "{good}");
        }
        for bad in [
            "option name Skill Level type spin default 1 min 0 max 2",
            "option name A type string default two words",
            "option name A type slider",
            "option name A type check default",
            "option type check name A",
        ] {
            assert!(wrong_option(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn analysis_that_some_program_cannot_read() {
        let game = Game::default();
        for good in [
            "info string pv is what I like",
            "info depth 3 seldepth 5 multipv 1 score cp -3 upperbound nodes 4 pv 7g7f 3c3d",
            "info nodes 3 time 2",
            "info score mate - time 1",
            "info depth 1 score mate 1 pv win",
        ] {
            assert_eq!(info(good, &game), Ok(()), "{good}");
        }
        for (bad, word) in [
            ("info score cp 3", "last"),
            ("info score mate 0 nodes 3", "mate"),
            ("info depth 1 nodes 2 seldepth 3 pv 7g7f", "seldepth"),
            ("info depth 3 tbhits 5", "tbhits"),
            ("info depth 3 pv 7g7f 7g7f", "legal"),
            ("info depth 3 pv 7g7f resign", "resign"),
            ("info depth 3 string x", "string"),
            ("info score cp 3 nodes 4 lowerbound pv 7g7f", "lowerbound"),
        ] {
            let problem = info(bad, &game).unwrap_err();
            assert!(problem.contains(word), "{bad}: {problem}");
        }
    }
}
