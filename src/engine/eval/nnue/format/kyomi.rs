//! The file of one of our own networks. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the letters `KYOMI-NN` |
//! | 4 | version of the form, 2 |
//! | 32 | SHA-256 of all that follows |
//! | 4 | inputs (I), 2344, 3716 with those near the own king, 4015 with those for attacks too |
//! | 4 | numbers in an accumulator (H) |
//! | 4 | what an output of 1 is worth, in centipawns |
//! | 4 | length of the next |
//! | | UTF-8 text: how the network was made |
//! | 2·I·H | weights, an input's row after the other |
//! | 2·H | biases |
//! | 4·H | output weights, the mover's first |
//! | 4 | output bias |

use super::super::network::{Network, NetworkError, Parameters, check_hidden};
use super::super::shape::FeatureSet;
use super::source::Source;
use sha2::{Digest, Sha256};
use std::io::Read;

/// What a file begins with.
pub const MAGIC: &[u8; 8] = b"KYOMI-NN";
const VERSION: u32 = 2;
const DIGEST: usize = 32;

/// Bytes before the description.
const HEADER: usize = MAGIC.len() + 4 + DIGEST + 4 * 4;
/// The longest description, in bytes.
const MOST_TEXT: u64 = 1 << 20;

/// Reads the network from a file of `length` bytes, of which the first letters have been read.
pub fn read(source: &mut dyn Read, length: u64) -> Result<Network, NetworkError> {
    let mut file = Source::new(source);
    match file.number()? {
        VERSION => {}
        found => return Err(NetworkError::Version(found, VERSION)),
    }
    let mut digest = [0; DIGEST];
    file.fill(&mut digest)?;
    file.digest = Sha256::new();
    let inputs = file.number()?;
    let features = FeatureSet::of_inputs(inputs as usize).filter(|set| set.is_ours());
    let features = features.ok_or(NetworkError::Inputs(inputs))?;
    let hidden = check_hidden(file.number()? as usize)?;
    let scale = file.number()? as i32;
    let length_of_text = file.number()?;
    let numbers = (features.inputs() + 1 + 2) * hidden;
    let expected = (HEADER + 2 * numbers + 4) as u64 + u64::from(length_of_text);
    if length != expected {
        return Err(NetworkError::Length(length, expected));
    }
    let origin = file.text(length_of_text, MOST_TEXT)?;
    let weights = file.numbers(features.inputs() * hidden)?;
    let biases = file.numbers(hidden)?;
    let output_weights = file.numbers(2 * hidden)?;
    let output_bias = file.number()? as i32;
    if file.digest.finalize()[..] != digest {
        return Err(NetworkError::Damaged("its checksum differs"));
    }
    let origin = String::from_utf8(origin);
    Network::new(Parameters {
        origin: origin.map_err(|_| NetworkError::Damaged("its description is not UTF-8"))?,
        scale,
        features,
        weights,
        biases,
        output_weights,
        output_bias,
    })
}

/// The file of a network of these parameters.
pub fn write(parameters: &Parameters) -> Vec<u8> {
    let mut content = Vec::new();
    let origin = parameters.origin.as_bytes();
    for number in [
        parameters.features.inputs() as u32,
        parameters.biases.len() as u32,
        parameters.scale as u32,
        origin.len() as u32,
    ] {
        content.extend(number.to_le_bytes());
    }
    content.extend(origin);
    for list in [
        &parameters.weights,
        &parameters.biases,
        &parameters.output_weights,
    ] {
        content.extend(list.iter().copied().flat_map(i16::to_le_bytes));
    }
    content.extend(parameters.output_bias.to_le_bytes());
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(Sha256::digest(&content));
    bytes.extend(content);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(features: FeatureSet) -> Network {
        let numbers = |count: usize| (0..count).map(|i| (i * 7919 % 251) as i16 - 125).collect();
        Network::new(Parameters {
            origin: "made for a test — 試験".to_owned(),
            scale: 400,
            features,
            weights: numbers(features.inputs() * 64),
            biases: numbers(64),
            output_weights: numbers(128),
            output_bias: -70_000,
        })
        .unwrap()
    }

    fn refusal(bytes: &[u8]) -> String {
        Network::from_bytes(bytes).unwrap_err().to_string()
    }

    /// `bytes` with `number` at `at` and the checksum put right.
    fn changed(bytes: &[u8], at: usize, number: u32) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        let digest = Sha256::digest(&bytes[44..]);
        bytes[12..44].copy_from_slice(&digest);
        bytes
    }

    #[test]
    fn what_is_written_is_read_back() {
        for features in FeatureSet::OURS {
            let network = network(features);
            assert_eq!(Network::from_bytes(&network.to_bytes()).unwrap(), network);
            assert_eq!(network.shape().features, features);
        }
        let network = network(FeatureSet::Flat);
        assert_eq!(network.shape().hidden, 64);
        assert_eq!(
            network.parameters().unwrap().weights[64 * 2343 + 63],
            network.transformer.weights.last().unwrap().0[31]
        );
    }

    #[test]
    fn refusals_say_what_was_found_and_expected() {
        let bytes = network(FeatureSet::Flat).to_bytes();
        assert!(refusal(b"").contains("KYOMI-NN"));
        assert!(refusal(&bytes[1..]).contains("KYOMI-NN"));
        assert!(refusal(&changed(&bytes, 8, 3)).contains("form 3 of a network; expected 2"));
        let inputs = refusal(&changed(&bytes, 44, 1629));
        assert!(
            inputs.contains("1629 inputs; expected 2344, 3716 or 4015"),
            "{inputs}"
        );
        assert!(refusal(&changed(&bytes, 48, 33)).contains("of 33; expected a multiple of 32"));
        assert!(refusal(&changed(&bytes, 48, 2048)).contains("32 to 1024"));
        assert!(refusal(&changed(&bytes, 52, 0)).contains("worth 0 centipawns"));
        let text = changed(&bytes, 60, 0xFFFF_FFFF);
        assert!(refusal(&text).contains("UTF-8"));
        let weight = changed(&bytes, bytes.len() - 8, 513 << 16);
        assert!(refusal(&weight).contains("output weight 513; expected -512 to 512"));
    }

    #[test]
    fn a_file_cut_anywhere_or_damaged_is_refused() {
        let bytes = network(FeatureSet::Flat).to_bytes();
        for length in (0..bytes.len()).step_by(1009).chain(0..70) {
            assert!(Network::from_bytes(&bytes[..length]).is_err(), "{length}");
        }
        let cut = refusal(&bytes[..bytes.len() - 1]);
        assert!(cut.contains(&format!("expected {}", bytes.len())), "{cut}");
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(refusal(&longer).contains(&format!("{} bytes", longer.len())));
        let mut damaged = bytes;
        damaged[100_000] ^= 1;
        assert!(refusal(&damaged).contains("checksum"));
    }

    #[test]
    fn numbers_must_be_as_many_as_the_shape_says() {
        let parameters = network(FeatureSet::Flat).parameters().unwrap();
        let refused = |change: fn(&mut Parameters)| {
            let mut parameters = parameters.clone();
            change(&mut parameters);
            Network::new(parameters).unwrap_err().to_string()
        };
        assert!(refused(|p| p.weights.truncate(5)).contains("5 weights; expected 150016"));
        assert!(refused(|p| p.output_weights.push(1)).contains("129 output weights"));
        assert!(refused(|p| p.biases.truncate(31)).contains("accumulators of 31"));
        assert!(refused(|p| p.scale = -1).contains("-1 centipawns"));
    }
}
