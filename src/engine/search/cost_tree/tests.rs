//! Expressions have values, texts and bounds.

use super::*;

#[test]
fn expressions_are_read_and_written_and_have_values() {
    let text = "(if check 50 (+ 100 (* 20 (ln rank))))";
    let law: Expression = text.parse().unwrap();
    assert_eq!((law.to_string().as_str(), law.size()), (text, 9));
    let facts = |rank, check| Facts {
        rank,
        check,
        ..Facts::ordinary()
    };
    // A check costs half a ply; the tenth move 20 ln 10 = 46 more than one.
    assert_eq!(law.lost(&facts(9, true)), -50);
    assert_eq!(law.lost(&facts(9, false)), 46);
    assert_eq!(law.part(3).unwrap().to_string(), "(+ 100 (* 20 (ln rank)))");
    assert!(law.part(9).is_none());
}

#[test]
fn costs_stay_within_bounds() {
    let lost = |text: &str, in_proportion| {
        let facts = Facts {
            in_proportion,
            ..Facts::ordinary()
        };
        text.parse::<Expression>().unwrap().lost(&facts)
    };
    assert_eq!(
        [lost("-5", true), lost("-5", false), lost("1e9", true)],
        [-75, 0, 900]
    );
    assert_eq!(
        lost("(- (* 1e38 1e38) (* 1e38 1e38))", true),
        0,
        "not a number"
    );
}

#[test]
fn what_is_no_expression_is_refused_by_its_token() {
    for (text, token) in [
        ("", "end"),
        ("rang", "`rang`"),
        ("(sin 1)", "`sin`"),
        ("(+ 1)", "`)`"),
        ("(+ 1 2 3)", "`3`"),
        ("1 2", "`2`"),
        ("(ln 1", "end"),
    ] {
        let problem = text.parse::<Expression>().unwrap_err();
        assert!(
            problem.contains(token) && problem.contains("expected"),
            "{text}: {problem}"
        );
    }
    let deep = "(ln ".repeat(100_000);
    assert!(deep.parse::<Expression>().unwrap_err().contains("too deep"));
}
