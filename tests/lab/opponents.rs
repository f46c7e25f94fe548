//! The real program learns an opponent's habits and breeds values of the pieces; what it cannot use is refused.

use crate::player_in;
use crate::program::{assert_all_refused, assert_has, assert_refused, engine_in, run};
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
    let learn = "opponent learn --player fox --out fox.model --svg fox.svg one.csa other.csa";
    let text = output(folder, learn);
    assert_has(&text, "2 games of fox … 7g7f-2g2f");
    assert!(folder.join("fox.svg").exists());
    let predict = "opponent predict --model fox.model --moves '7g7f 8c8d'";
    let text = output(folder, predict);
    assert!(
        text.starts_with("2g2f ") && text.contains("in 2 of 2 games"),
        "{text}"
    );
    let score = "opponent score --model fox.model --player fox --nodes 50 --count 1 one.csa";
    let text = output(folder, score);
    assert_has(&text, "with 2 of its moves … 1 positions");
    let bench = "bench --depth 1 --config OpponentModel=fox.model";
    let [text, _] = run(&mut player_in(folder, bench));
    assert!(text.contains(" nodes "), "{text}");
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
    let evolve = "evolve --out values --members 2 --populations 1 --generations 0";
    output(folder, evolve);
    assert_all_refused(
        folder,
        "",
        &[
            (
                "opponent learn --player wolf --out m one.csa",
                "no game of `wolf`; expected one of `Fox`, `Hound`",
            ),
            (
                "opponent learn --player fox --out m bad.csa",
                "`bad.csa`: line 4: ",
            ),
            (
                "opponent learn --player fox --out m none.csa",
                "`none.csa`: ",
            ),
            (
                "opponent learn --player fox --out one.csa one.csa",
                "is read too; expected another file to write",
            ),
            (
                "spsa --params same_drop_cost --nodes 1 --state x --plot x",
                "is written twice; expected another file",
            ),
            (
                "opponent predict --model new.model",
                "`new.model`: line 1: a model of format 9; expected 1",
            ),
            (
                "opponent predict --model one.csa",
                "no model of an opponent; expected",
            ),
            (
                "evolve --out values --members 4 --populations 1",
                "belongs to another run",
            ),
        ],
    );
    assert!(!folder.join("m").exists());
    assert_refused(
        &mut player_in(folder, "bench --config OpponentModel=new.model"),
        "a model of `kyomi-lab opponent learn` (line 1: a model of format 9",
    );
}

/// What the program writes when it is called so in `folder`.
fn output(folder: &Path, command: &str) -> String {
    let [text, _] = run(&mut engine_in(folder, command));
    text
}
