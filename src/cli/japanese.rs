//! The help in Japanese: a table of commands, in parts by what they are about.
//!
//! What must hold: every command and every argument is in it, and nothing else.

mod learning;
mod matches;
mod players;
mod positions;

use clap::builder::{PossibleValue, Resettable};
use clap::{Arg, ArgAction, Command, ValueEnum};
use command::options::LanguageName;
use show::language::Language;
use std::ffi::OsString;

/// The help of a command.
struct Help {
    /// The command, after those that lead to it.
    path: &'static [&'static str],
    about: &'static str,
    /// What stands after the arguments.
    after: &'static str,
    /// The arguments that it does not share with others, by their ids.
    arguments: &'static [(&'static str, &'static str)],
}

/// The arguments that mean the same in every command.
const SHARED: &[(&str, &str)] = &[
    (
        "sfen",
        "この局面から始める。SFEN、または GUI からコピーした position … の行",
    ),
    (
        "moves",
        "そこからこの手順を進める。USI 形式の指し手を空白で区切る",
    ),
    (
        "config",
        "エンジンの設定。selfplay の対局者と同じ key=value,…",
    ),
    ("lang", "表示する言語。指定しなければシステムの言語"),
    ("notation", "指し手の書き方。指定しなければ言語に合わせる"),
    (
        "avoid",
        "この棋譜の最後の手を指さない。例：startpos moves 7g7f 3c3d 8h2b+ と書いた .usi ファイル。定跡には局面の下に # avoid 指し手 と書く",
    ),
    (
        "rating",
        "両対局者のレートがこの範囲の対局だけ使う。3000.. や 2000..2500。floodgate の CSA ファイルにはレートがある",
    ),
    (
        "date",
        "この期間の対局だけ使う。日、月、年で指定する。2024.. や 2023-04..2024-03-15",
    ),
    ("length", "手数がこの範囲の対局だけ使う。60.. や 60..300"),
    (
        "result",
        "勝敗がこの対局だけ使う。black は先手勝ち、white は後手勝ち、draw は引き分け。コンマで並べられる",
    ),
];

/// The flags that clap adds.
const FLAGS: &[(&str, &str)] = &[
    ("help", "この説明を表示する"),
    ("version", "バージョンを表示する"),
];

/// The help of every command.
const HELP: [&[Help]; 4] = [
    players::HELP,
    matches::HELP,
    positions::HELP,
    learning::HELP,
];

/// How help is laid out.
const TEMPLATE: &str = "{about}\n\n使い方：{usage}\n\n{all-args}{after-help}";
const OPTIONS: &str = "オプション";
/// The headings of options that have one.
const HEADINGS: &[(&str, &str)] = &[
    (super::book::GAMES, "棋譜から作る"),
    (super::book::SEARCH, "探索で作る"),
    ("Rows", "問題"),
    ("Players", "エンジン"),
    ("Limits", "持ち時間などの制限"),
    ("Openings", "開始局面"),
    ("Rules", "規則"),
    ("When to stop", "終了の条件"),
    ("Machines", "マシン"),
    ("Output", "出力"),
];

/// The language of help: that of `--lang` among the arguments, or else the system's.
pub fn language(arguments: &[OsString]) -> Language {
    let texts = arguments.iter().map(|it| it.to_str().unwrap_or_default());
    let next = texts.clone().skip(1).chain([""]);
    let named = texts.zip(next).find_map(|(text, next)| match text {
        "--lang" => LanguageName::from_str(next, true).ok(),
        _ => LanguageName::from_str(text.strip_prefix("--lang=")?, true).ok(),
    });
    named.map_or_else(Language::of_system, Language::from)
}

/// `command`, the program's, with its help in Japanese.
pub fn translated(command: Command) -> Command {
    let all = HELP.into_iter().flatten();
    all.fold(command, |command, help| at(command, help.path, help))
}

fn at(command: Command, path: &[&'static str], help: &'static Help) -> Command {
    match path {
        [] => with(command, help),
        [name, rest @ ..] => command.mut_subcommand(name, |it| at(it, rest, help)),
    }
}

fn with(command: Command, help: &'static Help) -> Command {
    // Commands without help of their own have these of the program.
    let mut command = command
        .about(help.about)
        .long_about(Resettable::Reset)
        .after_help(help.after)
        .help_template(TEMPLATE)
        .subcommand_help_heading("コマンド")
        .disable_help_flag(true)
        .arg(
            Arg::new("help")
                .short('h')
                .long("help")
                .action(ArgAction::Help)
                .global(help.path.is_empty()),
        );
    if help.path.is_empty() {
        let version = Arg::new("version").short('V').long("version");
        command = command
            .disable_version_flag(true)
            .arg(version.action(ArgAction::Version));
    }
    command.mut_args(|argument| {
        let id = argument.get_id().as_str();
        let known = help.arguments.iter().chain(SHARED).chain(FLAGS);
        let text = known
            .clone()
            .find(|(known, _)| *known == id)
            .map_or("", |it| it.1);
        explained(argument, text)
    })
}

/// `argument` with `text`, its default and the values that it can have.
fn explained(argument: Arg, text: &str) -> Arg {
    let heading = argument.get_help_heading().map(str::to_owned);
    let known = HEADINGS.iter().find(|it| heading.as_deref() == Some(it.0));
    let usual = if argument.is_positional() {
        "引数"
    } else {
        OPTIONS
    };
    let argument = argument
        .long_help(Resettable::Reset)
        .help_heading(known.map_or(usual, |it| it.1));
    if !argument.get_action().takes_values() {
        return argument.help(text.to_owned());
    }
    let mut text = vec![text.to_owned()];
    let names = argument.get_possible_values();
    let names: Vec<_> = names.iter().map(PossibleValue::get_name).collect();
    if !names.is_empty() {
        text.push(format!("［{}］", names.join("、")));
    }
    let default = argument.get_default_values().first();
    if let Some(default) = default.filter(|_| !argument.is_hide_default_value_set()) {
        text.push(format!("［既定値：{}］", default.display()));
    }
    argument
        .help(text.concat())
        .hide_default_value(true)
        .hide_possible_values(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    fn found<'a>(mut command: &'a Command, path: &[&str]) -> &'a Command {
        for name in path {
            command = command.find_subcommand(name).unwrap();
        }
        command
    }

    #[test]
    fn every_command_and_argument_has_its_help_and_nothing_else() {
        let command = Cli::command();
        for help in HELP.into_iter().flatten() {
            let command = found(&command, help.path);
            let ids: Vec<_> = command
                .get_arguments()
                .map(|it| it.get_id().as_str())
                .collect();
            for id in &ids {
                let mut known = help.arguments.iter().chain(SHARED);
                assert!(known.any(|it| it.0 == *id), "{:?}: {id}", help.path);
            }
            for (id, text) in help.arguments {
                assert!(
                    ids.contains(id) && !text.is_ascii(),
                    "{:?}: {id}",
                    help.path
                );
            }
        }
        let mut missing = Vec::new();
        look_for_help(&command, &mut Vec::new(), &mut missing);
        assert_eq!(missing, [[""; 0]; 0]);
    }

    /// Adds to `missing` the paths of `command`, which is at `path`, and of its subcommands that have no help.
    fn look_for_help<'a>(
        command: &'a Command,
        path: &mut Vec<&'a str>,
        missing: &mut Vec<Vec<&'a str>>,
    ) {
        let mut all = HELP.into_iter().flatten();
        if !all.any(|it| it.path == path.as_slice()) {
            missing.push(path.clone());
        }
        let shown = command.get_subcommands();
        for subcommand in shown.filter(|it| !it.is_hide_set()) {
            path.push(subcommand.get_name());
            look_for_help(subcommand, path, missing);
            path.pop();
        }
    }

    #[test]
    fn help_is_in_japanese() {
        let mut command = translated(Cli::command());
        command.build();
        for expected in HELP.into_iter().flatten() {
            let help = found(&command, expected.path)
                .clone()
                .render_long_help()
                .to_string();
            assert!(
                help.starts_with(expected.about) && help.contains("使い方：usi-engine"),
                "{help}"
            );
            for english in [
                "Usage",
                "Options",
                "Arguments",
                "Commands",
                "Print",
                "default",
                "possible",
            ] {
                assert!(!help.contains(english), "{english}: {help}");
            }
            assert!(
                help.contains("-h, --help") && help.contains("この説明を表示する"),
                "{help}"
            );
        }
    }

    #[test]
    fn the_language_of_help_is_that_of_the_arguments() {
        let read = |line: &str| language(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(read("x play --lang ja --help"), Language::Japanese);
        assert_eq!(read("x play --lang=JA"), Language::Japanese);
        assert_eq!(read("x play --help --lang en"), Language::English);
    }
}
