//! Games in which the past matters, against the plain rules: what ends them, who may declare, and what the
//! engine makes of it when it is asked.

use super::plain::{End, Plain};
use super::talk::answers_to;
use super::walks::{back_or_on, moves, thrice_round};
use engine::search::{Decision, Score};
use engine::shogi::declaration::{Declaration, EnteringKingRule};
use engine::shogi::game::{Ending, Game};
use engine::shogi::repetition::Sennichite;
use engine::shogi::{Color, sfen};
use engine::usi::grammar::Response;

/// Games are no longer.
const MOST_MOVES: usize = 160;
/// How many of a game's last positions the engine is asked about.
const QUESTIONS: usize = 4;
/// What a draw is worth at most, which is set to −20,000 and differs by a unit of the search from draw to draw: less than
/// any position in which nobody is mated.
const NO_DRAW: i32 = -19_998;
const BEFORE: &str = "setoption name USI_Hash value 1\nsetoption name USI_OwnBook value false
setoption name DrawValueBlack value -20000\nsetoption name DrawValueWhite value -20000\n";

/// The rules of the engine are the plain ones, after each move.
pub fn history(bytes: &[u8]) {
    let Some((game, mut plain)) = game(bytes) else {
        return;
    };
    let mut again = Game::new(game.start().clone());
    compare(&again, &plain);
    for &mv in game.moves() {
        again.play(mv).expect("a move that was made");
        if !plain.play(&mv.to_string()) {
            // The one fault of the plain rules' legality: they take a drop that leaves no move for mate.
            let is_drop = mv.to_string().starts_with("P*");
            let stalemates = moves(again.position()).is_empty();
            assert!(is_drop && stalemates, "{again}");
            return;
        }
        compare(&again, &plain);
    }
    let read = Game::parse(&game.to_string()).map(|(game, error)| (game.to_string(), error));
    assert_eq!(read, Ok((game.to_string(), None)));
    compare_moves(&again, &plain);
}

fn compare(game: &Game, plain: &Plain) {
    let end = match game.ending(None) {
        None | Some(Ending::MaxMoves) => None,
        Some(Ending::NoMoves { loser }) => Some(End::NoMoves(loser)),
        Some(Ending::Repetition(Sennichite::Draw)) => Some(End::Draw),
        Some(Ending::Repetition(Sennichite::PerpetualCheck { loser })) => {
            Some(End::PerpetualCheck(loser))
        }
    };
    assert_eq!(end, plain.end(), "{game}");
    for rule in EnteringKingRule::ALL {
        let claim = match rule.verdict(game.position()) {
            Declaration::None => String::new(),
            Declaration::Draw => "draw".to_owned(),
            Declaration::Win => "win".to_owned(),
            Declaration::Try(mv) => mv.to_string(),
        };
        assert_eq!(claim, plain.claim(rule.name()), "{rule} in {game}");
    }
}

/// Drops of pawns aside, where the plain rules have a fault.
fn compare_moves(game: &Game, plain: &Plain) {
    let is_compared = |text: &String| !text.starts_with("P*");
    let ours = moves(game.position());
    let mut ours: Vec<_> = ours
        .iter()
        .map(ToString::to_string)
        .filter(is_compared)
        .collect();
    ours.sort();
    let theirs: Vec<_> = plain.moves().into_iter().filter(is_compared).collect();
    assert_eq!(ours, theirs, "{game}");
}

/// What the engine answers at the last positions of a game is what the rules allow, and it does not end the
/// game against itself without knowing what that is worth; nor by the move that it wants, where it has been
/// made so often that it would.
pub fn endings(bytes: &[u8]) {
    let Some((game, plain)) = game(bytes) else {
        return;
    };
    let rule = EnteringKingRule::ALL[bytes.len() % EnteringKingRule::ALL.len()];
    let mut asked = Vec::new();
    let (mut after, mut plain) = (Game::new(game.start().clone()), plain);
    let first = (game.moves().len() + 1).saturating_sub(QUESTIONS);
    for made in 0..=game.moves().len() {
        let is_drawn = matches!(plain.end(), Some(End::Draw | End::PerpetualCheck(_)));
        if made >= first && !is_drawn {
            asked.push((after.clone(), plain.clone()));
        }
        if let Some(&mv) = game.moves().get(made) {
            after.play(mv).expect("a move that was made");
            if !plain.play(&mv.to_string()) {
                break;
            }
        }
    }
    let wanted = ask(&asked, rule);
    let again = asked.iter().zip(wanted).filter_map(|((game, _), wanted)| {
        let Decision::Play { best, .. } = wanted else {
            return None;
        };
        let game = thrice_round(game.position(), best, bytes.len())?;
        let mut plain = Plain::at(game.start())?;
        let mut moves = game.moves().iter();
        let is_made = moves.all(|mv| plain.play(&mv.to_string()));
        is_made.then_some((game, plain))
    });
    ask(&again.collect::<Vec<_>>(), rule);
}

/// Asks for a move in each of the games, one after the other, and judges the answers.
fn ask(games: &[(Game, Plain)], rule: EnteringKingRule) -> Vec<Decision> {
    let mut before = format!("{BEFORE}setoption name EnteringKingRule value {rule}\n");
    let question = |(game, _): &(Game, Plain)| {
        let before = std::mem::take(&mut before);
        let depth = 2 - game.moves().len() % 2;
        format!("{before}position {game}\ngo depth {depth}\n")
    };
    let heard = answers_to(games.iter().map(question).collect());
    let (mut score, mut decisions) = (None, Vec::new());
    for line in heard.lines() {
        match Response::parse(line) {
            Ok(Response::Info(report)) => score = Some(report.score),
            Ok(Response::BestMove(decision)) => {
                let (game, plain) = &games[decisions.len()];
                judge(game, plain, rule, decision, score.take());
                decisions.push(decision);
            }
            _ => {}
        }
    }
    assert_eq!(decisions.len(), games.len(), "{heard}");
    decisions
}

fn judge(
    game: &Game,
    plain: &Plain,
    rule: EnteringKingRule,
    decision: Decision,
    score: Option<Score>,
) {
    let claim = plain.claim(rule.name());
    let is_over = matches!(plain.end(), Some(End::NoMoves(_)));
    match decision {
        Decision::Resign => assert!(is_over, "resigns at {game}"),
        _ if is_over => panic!("{decision:?} without a move at {game}"),
        Decision::DeclareWin => assert_eq!(claim, "win", "{rule} at {game}"),
        Decision::Play { best, .. } => {
            assert_ne!(claim, "win", "{rule} at {game}");
            if rule == EnteringKingRule::TryRule && !claim.is_empty() {
                assert_eq!(best.to_string(), claim, "at {game}");
                return;
            }
            let mut after = game.clone();
            assert!(after.play(best).is_ok(), "{best} at {game}");
            let is_knowing = matches!(
                score,
                Some(Score::Cp(..=NO_DRAW) | Score::Mate(..0) | Score::Mated)
            );
            assert!(
                !ends_against(&after, game.position().side()) || is_knowing,
                "{best} ends the game, {score:?} at {game}"
            );
        }
    }
}

/// Whether the last move has ended the game, and not for `side`.
fn ends_against(game: &Game, side: Color) -> bool {
    match game.ending(None) {
        Some(Ending::Repetition(Sennichite::Draw)) => true,
        Some(Ending::Repetition(Sennichite::PerpetualCheck { loser })) => loser == side,
        _ => false,
    }
}

/// The game that an input stands for, and its start for the plain rules. A word that is no legal move stands
/// for one, more often than not for one that leads back.
fn game(bytes: &[u8]) -> Option<(Game, Plain)> {
    let text = String::from_utf8_lossy(bytes);
    let (start, words) = text.split_once("moves").unwrap_or((&text, ""));
    let (mut game, _) = Game::parse(start.trim()).ok()?;
    let plain = Plain::at(game.start())?;
    for word in words.split_whitespace().take(MOST_MOVES) {
        if game.ending(None).is_some() {
            break;
        }
        let made = sfen::parse_move(word).is_ok_and(|mv| game.play(mv).is_ok());
        if !made {
            let pick = word
                .bytes()
                .fold(7, |sum: usize, byte| 31 * sum % 65_521 + usize::from(byte));
            let mv = back_or_on(&game, pick)?;
            game.play(mv).ok()?;
        }
    }
    Some((game, plain))
}
