//! The kinds of suites there are, and of which a row is.

use super::bestmove::BestMove;
use super::kind::Kind;
use super::mate::Mate;
use super::operation::{Operation, OperationError};
use super::perft::Perft;
use super::rules::Rules;
use engine::shogi::sfen::Token;

/// Every kind. A row is of the first that knows all its operations.
pub const KINDS: &[&dyn Kind] = &[&Perft, &Rules, &BestMove, &Mate];

/// The kind of a row with these operations; none if there are only remarks.
///
/// # Errors
/// If one is unknown, or they are of several kinds.
pub fn kind_of(operations: &[Operation]) -> Result<Option<&'static dyn Kind>, OperationError> {
    let asking: Vec<&str> = operations.iter().map(|it| it.name.as_str()).collect();
    if asking.is_empty() {
        return Ok(None);
    }
    if let Some(unknown) = asking.iter().find(|name| !is_known(name)) {
        return Err(OperationError::Unknown(Token::new(unknown), all_forms()));
    }
    let knows = |kind: &&&dyn Kind| {
        let forms = kind.forms();
        asking
            .iter()
            .all(|name| forms.iter().any(|form| form.name == *name))
    };
    match KINDS.iter().find(knows) {
        Some(kind) => Ok(Some(*kind)),
        None => Err(OperationError::Mixed(
            Token::new(&asking.join(", ")),
            by_kind(),
        )),
    }
}

/// Whether a kind knows an operation of this name.
pub fn is_known(name: &str) -> bool {
    let mut forms = KINDS.iter().flat_map(|kind| kind.forms());
    forms.any(|form| form.name == name)
}

/// Every operation as it is written, remarks at the end.
fn all_forms() -> String {
    let mut forms: Vec<String> = Vec::new();
    for form in KINDS.iter().flat_map(|kind| kind.forms()) {
        let text = format!("`{} {}`", form.name, form.argument).replace(" `", "`");
        if !forms.contains(&text) {
            forms.push(text);
        }
    }
    forms.extend(["`id NAME`".to_owned(), "`c0 REMARK`".to_owned()]);
    forms.join(", ")
}

fn by_kind() -> String {
    let names = |kind: &&dyn Kind| {
        let names: Vec<_> = kind.forms().iter().map(|form| form.name).collect();
        format!("{} ({})", kind.name(), names.join(", "))
    };
    let kinds: Vec<_> = KINDS.iter().map(names).collect();
    kinds.join(", ")
}
