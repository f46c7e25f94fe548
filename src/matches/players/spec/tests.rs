//! Players as texts.

use super::*;

fn settings(text: &str) -> Settings {
    match PlayerSpec::parse(text, 16).unwrap().kind {
        Kind::Builtin(settings) => *settings,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_bare_list_is_an_engine_in_this_process() {
    let text = "search=alphabeta, hash=7,threads=2,killer_bonus=9";
    assert_eq!(settings(text), settings(&format!("engine:{text}")));
    let settings = settings(text);
    assert_eq!((settings.hash_mb, settings.threads), (7, 2));
    assert_eq!(settings.search.killer_bonus, 9);
    assert_eq!(settings.search.null_move_cost, 0);
}

#[test]
fn options_may_hold_spaces() {
    let spec = PlayerSpec::parse("usi:/bin/an engine,Move Overhead=10,Book=a b", 16).unwrap();
    let expected = ForeignSpec {
        program: Program::new("/bin/an engine".into()),
        options: vec![
            ("Move Overhead".into(), "10".into()),
            ("Book".into(), "a b".into()),
        ],
        ..ForeignSpec::default()
    };
    assert_eq!(spec.kind, Kind::Foreign(expected));
}

#[test]
fn how_a_program_is_run_is_no_option_of_it() {
    let text = r"usi:/e,name=A\, b,args=usi  -x,dir=/d,stderr=/s,restart=on,ponder=on,Ponder=1";
    let spec = PlayerSpec::parse(text, 16).unwrap();
    assert_eq!(spec.name(), "A, b");
    let expected = ForeignSpec {
        program: Program {
            path: "/e".into(),
            args: vec!["usi".into(), "-x".into()],
            dir: Some("/d".into()),
            stderr: Some("/s".into()),
        },
        restart: true,
        ponder: true,
        options: vec![("Ponder".into(), "1".into())],
    };
    assert_eq!(spec.kind, Kind::Foreign(expected));
}

#[test]
fn a_name_changes_nothing_else() {
    let spec = |text| PlayerSpec::parse(text, 16).unwrap();
    for (text, same) in [
        ("name=X,hash=3", "hash=3"),
        ("null:name=X", "null:"),
        ("usi:/e,name=X,Hash=3", "usi:/e,Hash=3"),
    ] {
        assert_eq!(spec(text).kind, spec(same).kind);
        assert_eq!([spec(text).name(), spec(same).name()], ["X", same]);
    }
}

#[test]
fn refusals_name_the_token() {
    for (text, token) in [
        ("interest", "`interest`"),
        ("engine:x=1", "`x`"),
        ("hash=0", "`0`"),
        ("search=negamax", "`negamax`"),
        ("usi:", "`usi:`"),
        ("usi:,a=b", "`usi:`"),
        ("usi:a,b", "`b`"),
        ("usi:a,ponder=yes", "`yes` for `ponder`"),
        ("null:x", "`x`"),
        ("material:x", "`x`"),
        ("random:permille=1001", "`1001` for permille"),
        ("random:x=1", "`x`"),
    ] {
        let error = PlayerSpec::parse(text, 16).unwrap_err().to_string();
        assert!(error.contains(token), "{text}: {error}");
    }
}
