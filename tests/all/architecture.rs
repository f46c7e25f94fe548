//! The shape of the source tree: layers only look down, every file says what it is for, and what
//! is dangerous or noisy stays where it belongs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The layer of each top-level module. A module may use those of lower layers and itself.
const LAYERS: [(&str, u8); 19] = [
    ("shogi", 1),
    ("stats", 1),
    ("files", 1),
    ("random", 1),
    ("draw", 1),
    ("eval", 2),
    ("record", 2),
    ("search", 3),
    ("usi", 4),
    ("selfplay", 5),
    ("suite", 5),
    ("bench", 5),
    ("report", 6),
    ("explain", 6),
    ("learn", 6),
    ("lab", 6),
    ("cli", 7),
    ("main", 8),
    ("lib", 8),
];

/// Crates that only some layers may use: the lowest of them, and the modules below it that may.
const CRATES: [(&str, u8, &[&str]); 7] = [
    ("log::", 3, &[]),
    ("rand::", 5, &["random", "stats"]),
    ("indicatif::", 5, &[]),
    ("core_affinity::", 5, &[]),
    ("minijinja::", 6, &[]),
    ("clap::", 7, &[]),
    ("anyhow::", 7, &[]),
];

/// Files that may print. All others hand what they have to say to their caller.
const MAY_PRINT: [&str; 6] = [
    "usi/session.rs",
    "selfplay/observers/console.rs",
    "suite/mod.rs",
    "bench.rs",
    "cli.rs",
    "main.rs",
];

/// Files that may call `unwrap` or `expect` outside tests: none, until one has a reason.
const MAY_UNWRAP: [&str; 0] = [];

/// Files that may contain `unsafe` code, each with its `SAFETY` comment.
const MAY_BE_UNSAFE: [&str; 3] = [
    "shogi/bitboard.rs",
    "search/tt.rs",
    "eval/nnue/instructions.rs",
];

/// Folders where siblings still import each other in a circle, or not as their arrows say.
const NOT_YET_CLEAN: [&str; 4] = [
    // file and network.
    "eval/nnue",
    // batch, examples and kernels; checkpoint and trainer.
    "learn/train",
    // table uses the plan of its parent.
    "learn/datagen",
    // state uses the error of its parent.
    "learn/spsa",
];

/// The files below `src`, as (path from there, text).
fn sources() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path: PathBuf = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).expect("a path below the root");
                let name = name.to_string_lossy().replace('\\', "/");
                found.insert(name, fs::read_to_string(&path).expect("text"));
            }
        }
    }
    assert!(found.len() > 20, "only {} files found", found.len());
    found
}

/// The lines of a file that are compiled into the program, with their numbers: neither comments
/// nor unit tests, which stand at the end of a file or in one called `tests.rs`.
fn code<'a>(name: &str, text: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
    let is_test = name.ends_with("/tests.rs");
    (1..)
        .zip(text.lines().map(str::trim))
        .take_while(move |(_, line)| !is_test && *line != "#[cfg(test)]")
        .filter(|(_, line)| !line.starts_with("//"))
}

fn layer(module: &str) -> u8 {
    let found = LAYERS.iter().find(|(name, _)| *name == module);
    found
        .unwrap_or_else(|| panic!("module `{module}` has no layer in LAYERS"))
        .1
}

/// Panics at the first line of code that has one of `words` in a file that is not `allowed`.
fn forbid(words: &[&str], allowed: &[&str], why: &str) {
    for (name, text) in sources() {
        if allowed.contains(&name.as_str()) {
            continue;
        }
        for (number, line) in code(&name, &text) {
            let found = words.iter().find(|&&word| line.contains(word));
            assert!(found.is_none(), "src/{name}:{number}: {why}: {line}");
        }
    }
}

/// The top-level modules that `code` names after `crate::`, alone or as a list in braces.
fn used_modules(code: &str) -> Vec<&str> {
    let items = |path| match str::strip_prefix(path, '{') {
        Some(group) => group
            .split('}')
            .next()
            .into_iter()
            .flat_map(|list| list.split(','))
            .collect(),
        None => vec![path],
    };
    let name = |item: &'_ str| item.len() - item.trim_start_matches(is_name_char).len();
    let paths = code.split("crate::").skip(1).flat_map(items).map(str::trim);
    paths
        .map(|item| &item[..name(item)])
        .filter(|name| !name.is_empty())
        .collect()
}

fn is_name_char(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}

#[test]
fn modules_use_only_what_is_below_them() {
    for (name, text) in sources() {
        let own = name.split(['/', '.']).next().unwrap_or_default();
        let code: Vec<&str> = code(&name, &text).map(|(_, line)| line).collect();
        let code = code.join("\n");
        assert!(
            !code.contains("crate::*"),
            "src/{name} must name what it uses"
        );
        for used in used_modules(&code) {
            let below = used == own || layer(used) < layer(own);
            assert!(below, "src/{name}: {own} may not use {used}");
        }
        for (used, lowest, also) in CRATES {
            let allowed = layer(own) >= lowest || also.contains(&own);
            assert!(
                allowed || !code.contains(used),
                "src/{name}: {own} may not use {used}"
            );
        }
    }
}

#[test]
fn every_file_begins_by_saying_what_it_is_for() {
    for (name, text) in sources() {
        assert!(text.starts_with("//! "), "src/{name} must begin with `//!`");
    }
}

#[test]
fn only_the_edges_print() {
    forbid(&["print!(", "println!(", "dbg!("], &MAY_PRINT, "prints");
}

#[test]
fn nothing_panics_on_input() {
    forbid(&[".unwrap()", ".expect("], &MAY_UNWRAP, "may panic");
}

#[test]
fn unsafe_code_stays_where_it_is_accounted_for() {
    forbid(
        &["unsafe {", "unsafe fn", "unsafe impl", "unsafe_code"],
        &MAY_BE_UNSAFE,
        "unsafe",
    );
    for (name, text) in sources() {
        let blocks = text.matches("unsafe {").count();
        assert!(
            text.matches("SAFETY:").count() >= blocks,
            "src/{name}: say why it is safe"
        );
    }
}

/// The parent of a folder among its siblings, as module docs call it.
const PARENT: &str = "this file";

/// The modules below `src` by their path, such as `search/node`, and what they re-export: by the
/// path that a name seems to have, the module that it is from.
struct Modules {
    code: BTreeMap<String, String>,
    exports: BTreeMap<String, String>,
}

impl Modules {
    fn read() -> Self {
        let code = sources().into_iter().map(|(name, text)| {
            let module = name.trim_end_matches(".rs").trim_end_matches("/mod");
            let lines: Vec<&str> = code(&name, &text).map(|(_, line)| line).collect();
            (module.to_owned(), lines.join("\n"))
        });
        let mut modules = Self {
            code: code.collect(),
            exports: BTreeMap::new(),
        };
        for (module, code) in &modules.code {
            let uses = code.split(';').map(str::trim_start);
            for path in uses.filter_map(exported).flat_map(paths) {
                let name = path.rsplit("::").next().unwrap_or_default();
                let from = modules.resolve(module, &path);
                modules.exports.insert(format!("{module}/{name}"), from);
            }
        }
        modules
    }

    /// The module that `path`, as it stands in `module`, leads to or into.
    fn resolve(&self, module: &str, path: &str) -> String {
        let mut at: Vec<&str> = module.split('/').collect();
        for name in path.split("::") {
            match name {
                "crate" => at.clear(),
                "super" => drop(at.pop()),
                name => {
                    let place = [&at[..], &[name]].concat().join("/");
                    if let Some(from) = self.exports.get(&place) {
                        return from.clone();
                    }
                    if !self.code.contains_key(&place) {
                        break;
                    }
                    at.push(name);
                }
            }
        }
        at.join("/")
    }

    /// The modules that `module` uses, and does not only declare or re-export.
    fn used_by(&self, module: &str) -> BTreeSet<String> {
        let own = format!("{module}/");
        let children = self.code.keys().filter_map(|it| it.strip_prefix(&own));
        let starts: Vec<&str> = children.chain(["crate", "super"]).collect();
        let statements = self.code[module].split(';').map(str::trim_start);
        let statements = statements.filter(|it| exported(it).is_none());
        let paths = statements.flat_map(|it| starts.iter().flat_map(|start| paths_from(start, it)));
        paths.map(|path| self.resolve(module, &path)).collect()
    }

    /// Which sibling uses which, by folder; the folder's parent is among them.
    fn siblings(&self) -> BTreeMap<String, BTreeSet<[String; 2]>> {
        let mut folders: BTreeMap<String, BTreeSet<[String; 2]>> = BTreeMap::new();
        for user in self.code.keys() {
            for used in self.used_by(user) {
                let ends = user
                    .match_indices('/')
                    .map(|(at, _)| at)
                    .chain([user.len()]);
                for folder in ends.map(|end| &user[..end]) {
                    if let (Some(user), Some(used)) = (unit(folder, user), unit(folder, &used))
                        && user != used
                    {
                        let pair = [user, used].map(str::to_owned);
                        folders.entry(folder.to_owned()).or_default().insert(pair);
                    }
                }
            }
        }
        folders.retain(|folder, _| !NOT_YET_CLEAN.contains(&folder.as_str()));
        folders
    }
}

/// What a statement re-exports, if it does.
fn exported(statement: &str) -> Option<&str> {
    let (start, path) = statement.split_once("use ")?;
    (start.starts_with("pub") && !start.contains('\n')).then_some(path)
}

/// Which of the siblings in `folder` the module is, or is in.
fn unit<'a>(folder: &str, module: &'a str) -> Option<&'a str> {
    match module.strip_prefix(folder)? {
        "" => Some(PARENT),
        rest => rest.strip_prefix('/')?.split('/').next(),
    }
}

/// The paths in `code` that begin with the name `start`.
fn paths_from(start: &str, code: &str) -> Vec<String> {
    let is_start = |at: &usize| !code[..*at].ends_with(|char| is_name_char(char) || char == ':');
    let start = format!("{start}::");
    let starts = code.match_indices(&start).map(|(at, _)| at);
    starts
        .filter(is_start)
        .flat_map(|at| paths(&code[at..]))
        .collect()
}

/// The path that `code` begins with; several if it has a list in braces.
fn paths(code: &str) -> Vec<String> {
    let code = code.trim_start();
    if let Some(list) = code.strip_prefix('{') {
        return items(list).into_iter().flat_map(paths).collect();
    }
    let end = code.find(|char| !is_name_char(char)).unwrap_or(code.len());
    let (name, rest) = code.split_at(end);
    let Some(rest) = rest.strip_prefix("::") else {
        return vec![name.to_owned()];
    };
    let paths = paths(rest);
    paths.iter().map(|path| format!("{name}::{path}")).collect()
}

/// The items of a list up to its closing brace.
fn items(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (at, char) in list.char_indices() {
        if depth == 0 && matches!(char, ',' | '}') {
            items.push(&list[start..at]);
            start = at + 1;
            if char == '}' {
                break;
            }
        }
        depth += i32::from(char == '{') - i32::from(char == '}');
    }
    items
}

/// The files and folders inside a folder do not import each other in a circle. The folder's
/// parent (`x.rs` or `x/mod.rs`) is left out: it may use its children, and they what it defines.
#[test]
fn siblings_do_not_import_each_other_in_a_circle() {
    for (folder, mut imports) in Modules::read().siblings() {
        imports.retain(|pair| !pair.contains(&PARENT.to_owned()));
        loop {
            // Whoever uses nothing that is left is in no circle.
            let users: BTreeSet<_> = imports.iter().map(|[user, _]| user.clone()).collect();
            let count = imports.len();
            imports.retain(|[_, used]| users.contains(used));
            if imports.len() == count {
                break;
            }
        }
        assert!(imports.is_empty(), "src/{folder}: a circle in {imports:?}");
    }
}

/// Where the docs of a folder draw its files "from the bottom", each uses only those drawn before
/// it, and all are drawn. There the parent, "this file", has its place too.
#[test]
fn imports_follow_the_arrows_of_the_docs() {
    let (sources, modules) = (sources(), Modules::read());
    for (folder, imports) in modules.siblings() {
        let parents = [format!("{folder}.rs"), format!("{folder}/mod.rs")];
        let text = parents.iter().find_map(|name| sources.get(name));
        let order = text.map(|text| drawn(text)).unwrap_or_default();
        let place = |unit: &str| order.iter().position(|it| it == unit);
        for [user, used] in imports.iter().filter(|_| !order.is_empty()) {
            let (Some(above), Some(below)) = (place(user), place(used)) else {
                assert!(
                    [user, used].contains(&&PARENT.to_owned()),
                    "src/{folder}: {user} or {used} is not drawn"
                );
                continue;
            };
            assert!(below < above, "src/{folder}: {user} may not use {used}");
        }
    }
}

/// The names in the order in which the docs of a file draw them from the bottom.
fn drawn(text: &str) -> Vec<String> {
    let docs = text.lines().map_while(|line| line.strip_prefix("//!"));
    let docs = docs.map(str::trim).collect::<Vec<_>>().join(" ");
    let Some((_, drawing)) = docs.split_once("rom the bottom") else {
        return Vec::new();
    };
    let drawing = drawing.replace(PARENT, &format!("`{PARENT}`"));
    drawing
        .split('`')
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect()
}
