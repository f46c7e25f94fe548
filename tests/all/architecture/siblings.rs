//! The files and folders inside a folder: no circles of imports, and none against the arrows that
//! module docs draw.

use super::{code, is_name_char, sources};
use std::collections::{BTreeMap, BTreeSet};

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
