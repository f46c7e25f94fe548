//! A study as one JSON object.

use super::study::Study;
use super::words;
use engine::search::Score;
use engine::search::explanation::{Cost, ExplainedMove, LineEnd, Step};
use engine::shogi::sfen;
use serde_json::{Map, Value};

/// A study as an object with everything that `usi-engine explain --help` lists.
pub fn json(study: &Study) -> Value {
    let (info, explanation) = (study.info(), &study.explanation);
    let asked = study.asked.and_then(|mv| study.explained(mv));
    let moves: Vec<_> = study
        .by_nodes()
        .iter()
        .map(|it| of_move(study, it))
        .collect();
    serde_json::json!({
        "position": sfen::write(study.position()),
        "search": study.settings.search.effective(),
        "iteration": info.depth,
        "nodes": info.nodes,
        "value": value(study.outcome.score),
        "finding": words::finding(study),
        "line": explanation.line.iter().map(step).collect::<Vec<_>>(),
        "line_end": explanation.end.map(LineEnd::reason),
        "move": asked.map(|it| of_move(study, it)),
        "moves": moves,
    })
}

fn of_move(study: &Study, it: &ExplainedMove) -> Value {
    let mut object = serde_json::json!({
        "move": it.mv.to_string(),
        "kif": study.named(it.mv).kif,
        "words": words::sentence(study, it),
        "kind": it.kind.name(),
        "order": it.order,
        "nodes": it.nodes,
        "share": study.share(it),
        "value": it.found.map(|found| value(found.score)),
        "bound": it.found.map(|found| format!("{:?}", found.bound).to_lowercase()),
        "plies": it.found.map(|found| found.plies),
        "pruned": it.pruned.map(|it| it.rule.reason()),
        "pruned_below_plies": it.pruned.map(|it| it.until_plies),
    });
    add_cost(&mut object, &it.cost);
    object
}

fn step(step: &Step) -> Value {
    let mut object = serde_json::json!({
        "move": step.mv.to_string(),
        "left_to_mover": step.left.own,
        "left_to_other": step.left.opp,
    });
    add_cost(&mut object, &step.cost);
    object
}

fn add_cost(object: &mut Value, cost: &Cost) {
    let parts = cost.parts.iter();
    let parts: Map<_, _> = parts
        .map(|&(name, cost)| (name.to_owned(), cost.into()))
        .collect();
    object["cost"] = cost.total.into();
    object["ordinary"] = cost.ordinary.into();
    object["parts"] = parts.into();
}

fn value(score: Score) -> Value {
    match score {
        Score::Cp(cp) => serde_json::json!({ "cp": cp }),
        Score::Mate(plies) => serde_json::json!({ "mate": plies }),
        Score::Mated => serde_json::json!({ "mate": 0 }),
    }
}
