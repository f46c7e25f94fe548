//! Networks of seeded numbers, as `nn.bin`.

use engine::eval::nnue::Network;
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
    halfkp: bool,
    hidden: usize,
    layers: [usize; 2],
    spreads: [u64; 3],
    seed: u64,
    /// FNV-1a of the file.
    checksum: u64,
}

const fn recipe(halfkp: bool, hidden: usize, layers: [usize; 2]) -> Recipe {
    Recipe {
        halfkp,
        hidden,
        layers,
        spreads: [5, 40, 60],
        seed: 2,
        checksum: 0,
    }
}

/// The networks of `data/networks.tsv`, in the order of its columns.
pub const RECIPES: [Recipe; 5] = [
    Recipe {
        checksum: 0x13c0_4971_862f_e6a3,
        ..recipe(false, 256, [32, 32])
    },
    Recipe {
        checksum: 0x2e65_77a8_cfbd_30cc,
        ..recipe(true, 256, [32, 32])
    },
    Recipe {
        spreads: [4, 50, 60],
        seed: 3,
        checksum: 0x9081_655e_fd16_476c,
        ..recipe(true, 512, [16, 32])
    },
    Recipe {
        spreads: [4, 60, 36],
        checksum: 0xff6c_f05b_b1ca_453a,
        ..recipe(true, 512, [8, 96])
    },
    Recipe {
        spreads: [3, 60, 60],
        checksum: 0x2ea0_05ff_3d63_d3e3,
        ..recipe(true, 1024, [8, 32])
    },
];

fn affine(before: u32, outputs: u32) -> u32 {
    0xCC03_DAE4_u32.wrapping_add(outputs) ^ (before >> 1) ^ (before << 31)
}

fn relu(before: u32) -> u32 {
    before.wrapping_add(0x538D_24C7)
}

impl Recipe {
    fn text(&self) -> String {
        let (name, inputs) = self.inputs();
        let (hidden, both, [first, second]) = (self.hidden, 2 * self.hidden, self.layers);
        format!(
            "Features={name}[{inputs}->{hidden}x2],Network=AffineTransform[1<-{second}]\
             (ClippedReLU[{second}](AffineTransform[{second}<-{first}](ClippedReLU[{first}]\
             (AffineTransform[{first}<-{both}](InputSlice[{both}(0:{both})])))))"
        )
    }

    fn inputs(&self) -> (&'static str, usize) {
        if self.halfkp {
            ("HalfKP(Friend)", 125_388)
        } else {
            ("K+P", 1710)
        }
    }

    /// The file, number by number.
    pub fn file(&self) -> Vec<u8> {
        let both = 2 * self.hidden as u32;
        let features = if self.halfkp {
            0x5D69_D5B8
        } else {
            0x3F57_17FF
        };
        let transformer = features ^ both;
        let [first, second] = self.layers.map(|outputs| outputs as u32);
        let network = relu(affine(relu(affine(0xEC42_E90D ^ both, first)), second));
        let network = affine(network, 1);
        let (text, mut numbers) = (self.text(), SplitMix64(self.seed));
        let mut file = Vec::with_capacity(2 * self.hidden * (self.inputs().1 + 1) + 100_000);
        for number in [0x7AF3_2F16, transformer ^ network, text.len() as u32] {
            file.extend(number.to_le_bytes());
        }
        file.extend(text.bytes());
        file.extend(transformer.to_le_bytes());
        for _ in 0..self.hidden {
            file.extend((spread(numbers.draw(), 48) as i16 + 32).to_le_bytes());
        }
        for _ in 0..self.hidden * self.inputs().1 {
            file.extend(transformer_weight(numbers.draw()).to_le_bytes());
        }
        file.extend(network.to_le_bytes());
        self.write_layers(&mut numbers, &mut file);
        file
    }

    fn write_layers(&self, numbers: &mut SplitMix64, file: &mut Vec<u8>) {
        let [first, second] = self.layers;
        let layers = [
            (2 * self.hidden, first, 4000),
            (first, second, 4000),
            (second, 1, 3000),
        ];
        for ((inputs, outputs, bias), a) in layers.into_iter().zip(self.spreads) {
            for _ in 0..outputs {
                file.extend(spread(numbers.draw(), bias).to_le_bytes());
            }
            for _ in 0..outputs * inputs.next_multiple_of(32) {
                file.push(layer_weight(numbers.draw(), a) as u8);
            }
        }
    }

    pub fn network(&self) -> Arc<Network> {
        let file = self.file();
        assert_eq!(fnv(&file), self.checksum);
        let network = Network::from_bytes(&file).expect("a network");
        assert!(network.remarks().is_empty(), "{:?}", network.remarks());
        Arc::new(network)
    }
}

fn transformer_weight(z: u64) -> i16 {
    if z >> 54 == 0 {
        ((z >> 32) % 1601) as i16 - 800
    } else {
        spread(z, 16) as i16
    }
}

pub fn layer_weight(z: u64, a: u64) -> i32 {
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
