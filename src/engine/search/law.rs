//! The law by which moves cost what they cost.

use super::cost_tree::Expression;
use super::settings::Settings;
use std::sync::Arc;

/// A law; one is chosen for a search, so that nodes need not ask what is set.
#[derive(Clone, Debug)]
pub enum Law {
    /// The sum of the terms of `config/knobs.rs`.
    Terms,
    /// The article's, see `node/classic.rs`.
    Classic,
    /// An expression.
    Expression(Arc<Expression>),
}

impl Law {
    /// That of `settings`.
    pub fn of(settings: &Settings) -> Self {
        match &settings.cost_law {
            Some(law) => Self::Expression(Arc::clone(law)),
            None if settings.search.classic_scale > 0 => Self::Classic,
            None => Self::Terms,
        }
    }
}
