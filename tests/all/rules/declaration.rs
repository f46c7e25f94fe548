//! Who may declare a win, and when.

use super::mv;
use engine::shogi::declaration::{Declaration, EnteringKingRule, missing_points};
use engine::shogi::sfen;

fn verdict(rule: EnteringKingRule, text: &str) -> Declaration {
    rule.verdict(&sfen::parse(text).expect("a valid SFEN"))
}

#[test]
fn declaring_needs_ten_pieces_no_check_and_the_points() {
    use Declaration::{Draw, None, Win};
    use EnteringKingRule::{CsaRule24, CsaRule27, NoEnteringKing};
    for (rule, text, expected) in [
        // 4 golds and 6 pawns in the camp, 2 rooks and 1 bishop in hand: 25 points.
        (CsaRule24, "K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2RB 1", Draw),
        (CsaRule27, "K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2RB 1", None),
        // 27 and 28 points, for Black and for White.
        (CsaRule27, "K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2RB2P 1", None),
        (CsaRule27, "K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2RB3P 1", Win),
        (CsaRule27, "8K/9/9/9/9/9/9/3pppppp/1gggg3k w 2rb2p 1", Win),
        (CsaRule27, "8K/9/9/9/9/9/9/3pppppp/1gggg3k w 2rbp 1", None),
        // 30 and 31 points.
        (CsaRule24, "K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2R2B 1", Draw),
        (CsaRule24, "K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2R2BP 1", Win),
        // Nine pieces, a king outside, a check, no rule.
        (CsaRule27, "K4GGG1/PPPPPP3/9/9/9/9/9/9/8k b 2R2B9P 1", None),
        (CsaRule27, "4GGGG1/PPPPPP3/9/K8/9/9/9/9/8k b 2R2BP 1", None),
        (CsaRule27, "K3GGGGr/PPPPPP3/9/9/9/9/9/9/8k b R2B4P 1", Win),
        (CsaRule27, "K2r1GGGG/PPPPPP3/9/9/9/9/9/9/8k b R2B4P 1", None),
        (
            NoEnteringKing,
            "K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b 2R2BP 1",
            None,
        ),
        // Ten pieces in the camp beside the king, and none.
        (CsaRule27, "4K4/9/9/9/9/9/+r+bgggg+b+r1/ssssk4/9 w - 1", Win),
        (CsaRule27, "4K4/9/9/9/9/9/9/4k4/9 w - 1", None),
    ] {
        assert_eq!(verdict(rule, text), expected, "{rule} {text}");
    }
}

#[test]
fn the_giver_of_a_handicap_is_credited_with_what_is_missing() {
    use EnteringKingRule::{CsaRule24H, CsaRule27, CsaRule27H};
    // 16 pawns and no gold are missing from the set besides the two pieces of the handicap.
    let white = "8K/9/9/9/9/9/9/3pppppp/1gggg3k w rbp4s4n4lPPP";
    let white = white.replace("PPP", "11P") + " 1";
    assert_eq!(
        missing_points(&sfen::parse(&white).expect("a valid SFEN")),
        10
    );
    assert_eq!(verdict(CsaRule27, &white), Declaration::Win);
    let poor = "8K/9/9/9/9/9/9/3pppppp/1gggg3k w 8P4S4N4L4prb 1";
    let credit = missing_points(&sfen::parse(poor).expect("a valid SFEN"));
    assert_eq!(credit, 10);
    assert_eq!(verdict(CsaRule27, poor), Declaration::None);
    assert_eq!(verdict(CsaRule27H, poor), Declaration::Win);
    assert_eq!(verdict(CsaRule24H, poor), Declaration::Win);
    // Black is credited with nothing.
    let black = "K3GGGG1/PPPPPP3/9/9/9/9/9/9/8k b RB4P8p4s4n4l 1";
    assert_eq!(verdict(CsaRule27H, black), Declaration::None);
}

#[test]
fn the_try_rule_asks_for_a_safe_step_onto_the_enemy_kings_square() {
    use EnteringKingRule::TryRule;
    let step = |text| Declaration::Try(mv(text));
    for (text, expected) in [
        ("9/3K5/9/9/9/9/9/9/8k b - 1", step("6b5a")),
        ("4r4/3K5/9/9/9/9/9/9/8k b - 1", step("6b5a")),
        ("4rg3/3K5/9/9/9/9/9/9/8k b - 1", Declaration::None),
        ("4G4/3K5/9/9/9/9/9/9/8k b - 1", Declaration::None),
        ("9/9/3K5/9/9/9/9/9/8k b - 1", Declaration::None),
        ("4K4/9/9/9/9/9/9/9/8k b - 1", Declaration::None),
        ("K8/9/9/9/9/9/9/9/5k3 w - 1", step("4i5i")),
    ] {
        assert_eq!(verdict(TryRule, text), expected, "{text}");
    }
}

#[test]
fn rules_are_named_as_in_the_option_in_any_case() {
    for rule in EnteringKingRule::ALL {
        assert_eq!(rule.to_string().parse(), Ok(rule));
        assert_eq!(rule.name().to_uppercase().parse(), Ok(rule));
    }
    let error = "CSARule28"
        .parse::<EnteringKingRule>()
        .expect_err("no such rule");
    assert!(error.to_string().contains("`CSARule28`"), "{error}");
}
