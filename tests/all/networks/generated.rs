//! Networks of seeded numbers, as `nn.bin`.

use engine::eval::nnue::Network;
use engine::eval::nnue::network::LayeredParameters;
use engine::eval::nnue::shape::{Layers, Shape};
use std::sync::Arc;

/// The seeded numbers that generated networks are made of.
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = self.0;
        let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

/// A number from `-a` to `a`.
pub fn spread(z: u64, a: u64) -> i32 {
    ((z >> 32) % (2 * a + 1)) as i32 - a as i32
}

/// A network to be generated, as its name says, and the spread of each layer's weights.
pub struct Recipe {
    shape: &'static str,
    spreads: [u64; 3],
    seed: u64,
    /// FNV-1a of the file.
    checksum: u64,
}

const KP: Recipe = Recipe {
    shape: "kp_256x2-32-32",
    spreads: [5, 40, 60],
    seed: 2,
    checksum: 0x13c0_4971_862f_e6a3,
};

/// The networks of `data/networks.tsv`, in the order of its columns.
pub const RECIPES: [Recipe; 5] = [
    KP,
    Recipe {
        shape: "halfkp_256x2-32-32",
        checksum: 0x2e65_77a8_cfbd_30cc,
        ..KP
    },
    Recipe {
        shape: "halfkp_512x2-16-32",
        spreads: [4, 50, 60],
        seed: 3,
        checksum: 0x9081_655e_fd16_476c,
    },
    Recipe {
        shape: "halfkp_512x2-8-96",
        spreads: [4, 60, 36],
        checksum: 0xff6c_f05b_b1ca_453a,
        ..KP
    },
    Recipe {
        shape: "halfkp_1024x2-8-32",
        spreads: [3, 60, 60],
        checksum: 0x2ea0_05ff_3d63_d3e3,
        ..KP
    },
];

impl Recipe {
    /// The file, as we write it but for weights that do not count, which are numbers like the others.
    pub fn file(&self) -> Vec<u8> {
        let shape: Shape = self.shape.parse().expect("a shape");
        let Layers::Dense { first, second } = shape.layers else {
            panic!("{shape} has other layers");
        };
        let mut numbers = SplitMix64(self.seed);
        let biases = (0..shape.hidden).map(|_| spread(numbers.draw(), 48) as i16 + 32);
        let biases = biases.collect();
        let weights = 0..shape.hidden * shape.features.inputs();
        let weights = weights.map(|_| transformer_weight(numbers.draw()));
        let weights = weights.collect();
        let sizes = [(2 * shape.hidden, first), (first, second), (second, 1)];
        let layers = draw_layers(&mut numbers, sizes, self.spreads);
        let mut end = Vec::new();
        write_layers(&mut end, &layers);
        let network = Network::layered(LayeredParameters {
            shape,
            biases,
            weights,
            stacks: vec![layers],
        });
        let mut file = network.expect("a network").to_bytes();
        let before = file.len() - end.len();
        file[before..].copy_from_slice(&end);
        file
    }

    pub fn network(&self) -> Arc<Network> {
        let file = self.file();
        assert_eq!(fnv(&file), self.checksum);
        let network = Network::from_bytes(&file).expect("a network");
        assert!(network.remarks().is_empty(), "{:?}", network.remarks());
        Arc::new(network)
    }
}

/// What a file with this hash and description begins with.
pub fn header(hash: u32, text: &str) -> Vec<u8> {
    let numbers = [0x7AF3_2F16, hash, text.len() as u32];
    let numbers = numbers.map(u32::to_le_bytes).concat();
    [&numbers, text.as_bytes()].concat()
}

/// Biases, and rows of weights, each as long as a multiple of 32.
pub type Layer = (Vec<i32>, Vec<i8>);

/// Layers of these inputs and outputs, whose weights have these spreads.
pub fn draw_layers(
    numbers: &mut SplitMix64,
    sizes: [(usize, usize); 3],
    spreads: [u64; 3],
) -> [Layer; 3] {
    let mut layer = |at: usize, bias: u64| {
        let (inputs, outputs) = sizes[at];
        let length = outputs * inputs.next_multiple_of(32);
        let biases = (0..outputs).map(|_| spread(numbers.draw(), bias)).collect();
        let weights = (0..length).map(|_| layer_weight(numbers.draw(), spreads[at]) as i8);
        (biases, weights.collect())
    };
    [layer(0, 4000), layer(1, 4000), layer(2, 3000)]
}

/// Adds `layers` to `file`.
pub fn write_layers(file: &mut Vec<u8>, layers: &[Layer; 3]) {
    for (biases, weights) in layers {
        file.extend(biases.iter().flat_map(|bias| bias.to_le_bytes()));
        file.extend(weights.iter().map(|&weight| weight as u8));
    }
}

fn transformer_weight(z: u64) -> i16 {
    if z >> 54 == 0 {
        ((z >> 32) % 1601) as i16 - 800
    } else {
        spread(z, 16) as i16
    }
}

fn layer_weight(z: u64, a: u64) -> i32 {
    if z >> 56 == 0 {
        ((z >> 32) % 256) as i32 - 128
    } else {
        spread(z, a)
    }
}

pub fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}
