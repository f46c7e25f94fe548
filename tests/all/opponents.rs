//! The real program learns an opponent's habits and breeds engines, by laws and values that can be set;
//! what it cannot use is refused.

use crate::common::assert_has;
use crate::common::program::{assert_all_refused, engine_in, run};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

/// A record in which Fox has Black.
const RECORD: &str = "V2.2\nN+Fox\nN-Hound\nPI\n+\n+7776FU\n-3334FU\n+2726FU\n-8384FU\n%TORYO\n";

#[test]
fn a_model_is_learned_and_played_against() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    for name in ["one.csa", "other.csa"] {
        fs::write(folder.join(name), RECORD).unwrap();
    }
    let learn = "lab opponent learn --player fox --out fox.model --svg fox.svg one.csa other.csa";
    let text = output(folder, learn);
    assert_has(&text, "2 games of fox … 7g7f-2g2f");
    assert!(folder.join("fox.svg").exists());
    let predict = "lab opponent predict --model fox.model --moves '7g7f 8c8d'";
    let text = output(folder, predict);
    assert!(
        text.starts_with("2g2f ") && text.contains("in 2 of 2 games"),
        "{text}"
    );
    let score = "lab opponent score --model fox.model --player fox --nodes 50 --count 1 one.csa";
    let text = output(folder, score);
    assert_has(&text, "with 2 of its moves … 1 positions");
    let bench = "bench --depth 1 --config OpponentModel=fox.model";
    assert!(output(folder, bench).contains(" nodes "));
}

/// An ordinary ply for every move is the law of full width; the hand-made evaluation has these values.
#[test]
fn laws_and_values_that_say_the_same_search_the_same() {
    let folder = tempdir().unwrap();
    let nodes = |more: &str| {
        let player = format!("search=alphabeta,eval=handmade{more}");
        let text = output(
            folder.path(),
            &format!("bench --depth 2 --config '{player}'"),
        );
        let last = text.lines().last().unwrap_or_default();
        last.split(' ').next().map(str::to_owned)
    };
    let plain = nodes("");
    assert_eq!(nodes(",CostLaw=100"), plain);
    assert_ne!(nodes(",CostLaw=(+ 100 (* 9 rank))"), plain);
    let values = "84 227 267 393 458 613 745 410 364 369 430 997 1150";
    assert_eq!(nodes(&format!(",PieceValues={values}")), plain);
    assert_ne!(nodes(&format!(",PieceValues=9{values}")), plain);
}

#[test]
fn what_cannot_be_used_is_refused() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("one.csa"), RECORD).unwrap();
    fs::write(folder.join("bad.csa"), "V2.2\nPI\n+\n+7775FU\n").unwrap();
    fs::write(
        folder.join("new.model"),
        "{\"model\":\"kyomi opponent\",\"format\":9}\n",
    )
    .unwrap();
    let evolve = "lab evolve piece-values --out values --members 2 --populations 1 --generations 0";
    output(folder, evolve);
    assert_all_refused(
        folder,
        "",
        &[
            (
                "lab opponent learn --player wolf --out m one.csa",
                "no game of `wolf`; expected one of `Fox`, `Hound`",
            ),
            (
                "lab opponent learn --player fox --out m bad.csa",
                "`bad.csa`: line 4: ",
            ),
            (
                "lab opponent learn --player fox --out m none.csa",
                "`none.csa`: ",
            ),
            (
                "lab opponent predict --model new.model",
                "`new.model`: line 1: a model of format 9; expected 1",
            ),
            (
                "lab opponent predict --model one.csa",
                "no model of an opponent; expected",
            ),
            (
                "bench --config OpponentModel=new.model",
                "a model of `lab opponent learn` (line 1: a model of format 9",
            ),
            (
                "bench --config CostLaw=rang",
                "`rang`; expected a number, one of rank",
            ),
            ("bench --config PieceValues=1", "1 values; expected 13"),
            (
                "lab evolve piece-values --out values --members 4 --populations 1",
                "belongs to another run",
            ),
            (
                "lab evolve demes --out values --demes 1",
                "expected \"journal\"",
            ),
        ],
    );
    assert!(!folder.join("m").exists());
}

/// What the program writes when it is called so in `folder`.
fn output(folder: &Path, command: &str) -> String {
    let [text, _] = run(&mut engine_in(folder, command));
    text
}
