//! The parameters of a network, quantised, as they are used.
//!
//! Two accumulators, one for each side to see the position, of `hidden` numbers: biases plus the
//! rows of the inputs that are on. What becomes of them is a [`Head`].
//!
//! In our own networks weights and biases of the accumulators are times [`QA`], and their numbers,
//! clamped to 0..=[`QA`] and squared, are weighed by the output weights, the mover's first
//! (squared clipped `ReLU`). Squares are times [`SQUARE_ONE`], output weights times [`QB`], the
//! output's bias times the last two.
//!
//! With 255, 255² and 64, as in the examples of the trainer `bullet`, a network of 256 trained with weight
//! decay lost half of what it knew: held-back score loss 0.0040 in training, 0.0059 in whole
//! numbers (2.3 million positions, 2026-11-20).
//!
//! What must hold: there is a whole number of [`Vector`]s in `hidden`, and no output weight is
//! beyond ±[`MOST_OUTPUT_WEIGHT`], which [`layers`](super::layers) rely on.

use super::edition::AN_EDITION;
use super::features::INPUTS;
use super::layers::{Affine, Dense, Head, Scaling, Stacks};
pub use super::layers::{MOST_OUTPUT_WEIGHT, QA, QB, SQUARE_ONE, Squared};
use super::products::{Vector, numbers, vectors};
use super::shape::{FeatureSet, Layers, Shape};
pub use super::shape::{HIDDEN, LANES, SCALE};
use base::pages::Pages;
use std::fmt;
use std::io;
use thiserror::Error;

/// The numbers of one of our own networks in order, as a trainer makes them and a file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// How the network was made, in words.
    pub origin: String,
    /// What an output of 1 is worth, in centipawns.
    pub scale: i32,
    /// Which inputs it has: our own.
    pub features: FeatureSet,
    /// For each input in turn what it adds to an accumulator, times [`QA`].
    pub weights: Vec<i16>,
    /// What an accumulator begins with, times [`QA`]. As long as an accumulator.
    pub biases: Vec<i16>,
    /// The worth of each number of the mover's accumulator, then of the opponent's, times [`QB`].
    pub output_weights: Vec<i16>,
    /// The worth of a position with nothing in the accumulators, times [`SQUARE_ONE`] and [`QB`].
    pub output_bias: i32,
}

/// The biases of a layer, and its rows of weights, each as long as [`Affine::row_length`].
pub type LayerNumbers = (Vec<i32>, Vec<i8>);

/// The numbers of a K-P, `HalfKP` or SFNN network in the order of its file, but that K+A2 has the rows of K-P.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayeredParameters {
    /// What it is made of.
    pub shape: Shape,
    /// What an accumulator begins with.
    pub biases: Vec<i16>,
    /// For each row of inputs in turn what it adds to an accumulator.
    pub weights: Vec<i16>,
    /// The first layer, the second and the output of each stack of layers.
    pub stacks: Vec<[LayerNumbers; 3]>,
}

/// A network. Cheap to use from many threads, expensive to copy.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    pub(super) about: About,
    pub(super) shape: Shape,
    pub(super) transformer: Transformer,
    pub(super) head: Head,
}

/// Where a network comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// How the network was made, in words.
    pub origin: String,
    /// The SHA-256 of its file, if it came from one that cannot be written again.
    pub digest: Option<String>,
    /// What is strange about its file, each in one line.
    pub remarks: Vec<String>,
}

/// What makes accumulators of inputs.
#[derive(Clone, PartialEq, Eq)]
pub struct Transformer {
    /// For each input in turn its row: what it adds to an accumulator.
    pub weights: Pages<Vector>,
    /// What an accumulator begins with.
    pub biases: Pages<Vector>,
}

impl Transformer {
    /// The vectors of an accumulator.
    #[inline]
    pub fn length(&self) -> usize {
        self.biases.len()
    }
}

/// Its shape and origin; the numbers would fill a screen a thousand times.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Network")
            .field("shape", &self.shape.to_string())
            .field("origin", &self.about.origin)
            .finish_non_exhaustive()
    }
}

impl Network {
    /// The network of these numbers.
    ///
    /// # Errors
    /// If a number is out of range, or there are not as many as there must be.
    pub fn new(parameters: Parameters) -> Result<Self, NetworkError> {
        let hidden = check_hidden(parameters.biases.len())?;
        if !SCALE.contains(&parameters.scale) {
            return Err(NetworkError::Scale(parameters.scale));
        }
        let outputs = &parameters.output_weights;
        let shape = Shape {
            features: parameters.features,
            ..Shape::flat(hidden)
        };
        if !shape.is_known() {
            return Err(NetworkError::Kind(shape.to_string()));
        }
        let inputs = shape.features.inputs();
        check_count("weights", parameters.weights.len(), inputs * hidden)?;
        check_count("output weights", outputs.len(), 2 * hidden)?;
        let beyond = |&&weight: &&i16| weight.unsigned_abs() > MOST_OUTPUT_WEIGHT.unsigned_abs();
        if let Some(&weight) = outputs.iter().find(beyond) {
            return Err(NetworkError::OutputWeight(weight));
        }
        Ok(Self {
            about: About {
                origin: parameters.origin,
                ..About::default()
            },
            shape,
            transformer: Transformer {
                weights: vectors(&parameters.weights),
                biases: vectors(&parameters.biases),
            },
            head: Head::Squared(Squared {
                scale: parameters.scale,
                weights: vectors(outputs).to_vec(),
                bias: parameters.output_bias,
            }),
        })
    }

    /// The network of these numbers. Stacks of SFNN with groups, or chosen by progress, have more numbers.
    ///
    /// # Errors
    /// If such networks cannot have its shape, or there are not as many numbers as it says.
    pub fn layered(parameters: LayeredParameters) -> Result<Self, NetworkError> {
        let LayeredParameters {
            shape,
            biases,
            weights,
            stacks,
        } = parameters;
        let kind = || NetworkError::Kind(shape.to_string());
        let sizes = Sizes::of(shape).filter(|_| shape.is_known());
        let sizes = sizes.ok_or_else(kind)?;
        check_count("biases", biases.len(), shape.hidden)?;
        let expected = shape.features.rows() * shape.hidden;
        check_count("weights", weights.len(), expected)?;
        check_count("stacks of layers", stacks.len(), sizes.stacks)?;
        let stacks = stacks.into_iter().map(|stack| sizes.stack(stack));
        let mut stacks: Vec<_> = stacks.collect::<Result<_, _>>()?;
        let head = match shape.layers {
            Layers::Stacked(layers) => Head::Stacked(Stacks {
                choice: layers.choice,
                progress: None,
                stacks,
            }),
            _ => Head::Dense(stacks.pop().ok_or_else(kind)?),
        };
        Ok(Self {
            about: About::default(),
            shape,
            transformer: Transformer {
                weights: vectors(&weights),
                biases: vectors(&biases),
            },
            head,
        })
    }

    /// The smallest network, to which every position is worth 0.
    pub fn blank() -> Self {
        let (shape, length) = (Shape::flat(*HIDDEN.start()), HIDDEN.start() / LANES);
        Self {
            about: About {
                origin: "blank".to_owned(),
                ..About::default()
            },
            shape,
            transformer: Transformer {
                weights: Pages::new(shape.features.inputs() * length),
                biases: Pages::new(length),
            },
            head: Head::Squared(Squared {
                scale: *SCALE.start(),
                weights: vec![Vector::ZERO; 2 * length],
                bias: 0,
            }),
        }
    }

    /// The numbers of this network, if it is one of our own.
    pub fn parameters(&self) -> Option<Parameters> {
        let Head::Squared(output) = &self.head else {
            return None;
        };
        Some(Parameters {
            origin: self.about.origin.clone(),
            scale: output.scale,
            features: self.shape.features,
            weights: numbers(&self.transformer.weights),
            biases: numbers(&self.transformer.biases),
            output_weights: numbers(&output.weights),
            output_bias: output.bias,
        })
    }

    /// How the network was made, in words.
    pub fn origin(&self) -> &str {
        &self.about.origin
    }

    /// What is strange about its file, each in one line.
    pub fn remarks(&self) -> &[String] {
        &self.about.remarks
    }

    /// What it is made of.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The value that `output` stands for, in centipawns.
    pub fn scaled(&self, output: i64, scaling: Scaling) -> i32 {
        self.head.value(output, scaling)
    }

    /// Whether `FV_SCALE` counts; our own networks know their scale.
    pub fn has_fv_scale(&self) -> bool {
        !matches!(self.head, Head::Squared(_))
    }
}

/// `hidden`, if accumulators of our own networks can have so many numbers.
pub(super) fn check_hidden(hidden: usize) -> Result<usize, NetworkError> {
    let possible = HIDDEN.contains(&hidden) && hidden.is_multiple_of(LANES);
    possible
        .then_some(hidden)
        .ok_or(NetworkError::Hidden(hidden))
}

/// The sizes of layers in stacks.
#[derive(Clone, Copy)]
struct Sizes {
    stacks: usize,
    /// Inputs and outputs of the first layer.
    first: [usize; 2],
    /// The same of the second.
    second: [usize; 2],
}

impl Sizes {
    /// Those of `shape`, if there is no more in its layers.
    fn of(shape: Shape) -> Option<Self> {
        match shape.layers {
            Layers::Dense { first, second } => Some(Self {
                stacks: 1,
                first: [2 * shape.hidden, first],
                second: [first, second],
            }),
            Layers::Stacked(layers) if layers.is_plain() => Some(Self {
                stacks: layers.choice.count(),
                first: [shape.hidden, layers.first_outputs()],
                second: [2 * layers.first, layers.second],
            }),
            _ => None,
        }
    }

    fn stack(self, [first, second, output]: [LayerNumbers; 3]) -> Result<Dense, NetworkError> {
        Ok(Dense {
            first: affine(self.first, first)?,
            second: affine(self.second, second)?,
            output: affine([self.second[1], 1], output)?,
        })
    }
}

fn affine(
    [inputs, outputs]: [usize; 2],
    (biases, weights): LayerNumbers,
) -> Result<Affine, NetworkError> {
    check_count("biases of a layer", biases.len(), outputs)?;
    let expected = outputs * Affine::row_length(inputs);
    check_count("weights of a layer", weights.len(), expected)?;
    Ok(Affine::new(inputs, biases, &weights))
}

fn check_count(name: &'static str, found: usize, expected: usize) -> Result<(), NetworkError> {
    let is_right = (found == expected).then_some(());
    is_right.ok_or(NetworkError::Count(name, found, expected))
}

/// Why something is not a network that can be played with, in one line.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// What is there is no file, but this.
    #[error("{0}; expected a file")]
    NotAFile(&'static str),
    /// It does not begin like a network.
    #[error("not a network; expected a file that begins with `KYOMI-NN` or as YaneuraOu's nn.bin")]
    NotANetwork,
    /// It has this form, and another can be read.
    #[error("form {0} of a network; expected {1}")]
    Version(u32, u32),
    /// It is an NNUE file of this version, and another can be read.
    #[error("NNUE version {0:08X}; expected {1:08X}")]
    NnueVersion(u32, u32),
    /// It is for so many inputs.
    #[error(
        "a network of {0} inputs; expected {INPUTS}, {near} or {all}",
        near = FeatureSet::Near.inputs(),
        all = FeatureSet::Attacks.inputs()
    )]
    Inputs(u32),
    /// Accumulators of an impossible size.
    #[error(
        "accumulators of {0}; expected a multiple of {LANES} from {min} to {max}",
        min = HIDDEN.start(),
        max = HIDDEN.end()
    )]
    Hidden(usize),
    /// An impossible scale.
    #[error(
        "an output worth {0} centipawns; expected {min} to {max}",
        min = SCALE.start(),
        max = SCALE.end()
    )]
    Scale(i32),
    /// It has so many bytes, and would have to have so many.
    #[error("{0} bytes; expected {1}")]
    Length(u64, u64),
    /// The words about its making have so many bytes, and can have so many.
    #[error("damaged: a description of {0} bytes; expected {1} at most")]
    TextLength(u64, u64),
    /// A network of another kind.
    #[error(
        "a network of kind {0}; expected HalfKP, HalfKP_vm or K-P with two hidden layers, or SFNN"
    )]
    Kind(String),
    /// The file does not hold together.
    #[error("damaged: {0}")]
    Damaged(&'static str),
    /// The description names this edition of SFNN.
    #[error(
        "the description names edition `{0}`; expected {AN_EDITION}, or the option EvalEdition"
    )]
    Edition(String),
    /// A file says this, and that would have to be.
    #[error("{0}; expected {1}")]
    Conflict(String, String),
    /// No edition of SFNN has these sizes.
    #[error(
        "{0}, as no edition of SFNN that can be guessed has: damaged, or to be named by the option \
         EvalEdition"
    )]
    Sizes(String),
    /// Its length is no network's.
    #[error(
        "{0} bytes after the description, as no HalfKP or K-P network has: damaged, or of another \
         shape"
    )]
    Shape(u64),
    /// There are too few or too many of some numbers: which, how many, and how many there must be.
    #[error("{1} {0}; expected {2}")]
    Count(&'static str, usize, usize),
    /// An output weight that does not fit.
    #[error("output weight {0}; expected -{MOST_OUTPUT_WEIGHT} to {MOST_OUTPUT_WEIGHT}")]
    OutputWeight(i16),
}
