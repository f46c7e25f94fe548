//! Reading the numbers of a file, with a checksum of what was read.

use super::super::layers::Affine;
use super::super::network::NetworkError;
use super::super::products::{LANES, Vector};
use base::pages::Pages;
use bytemuck::cast_slice_mut;
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// A file that is read, with the checksum of what was read of it.
pub struct Source<'a> {
    source: &'a mut dyn Read,
    /// The checksum so far.
    pub digest: Sha256,
}

impl<'a> Source<'a> {
    pub fn new(source: &'a mut dyn Read) -> Self {
        let digest = Sha256::new();
        Self { source, digest }
    }

    pub fn fill(&mut self, bytes: &mut [u8]) -> Result<(), NetworkError> {
        self.source
            .read_exact(bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => io::Error::other("it ends too early").into(),
                _ => NetworkError::from(error),
            })?;
        self.digest.update(bytes);
        Ok(())
    }

    pub fn number(&mut self) -> Result<u32, NetworkError> {
        let mut bytes = [0; 4];
        self.fill(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    }

    /// So many bytes of a description, which can have no more than `most`.
    pub fn text(&mut self, length: u32, most: u64) -> Result<Vec<u8>, NetworkError> {
        let length = u64::from(length);
        if length > most {
            return Err(NetworkError::TextLength(length, most));
        }
        let mut bytes = vec![0; length as usize];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    pub fn numbers(&mut self, count: usize) -> Result<Vec<i16>, NetworkError> {
        let mut numbers = vec![0; count];
        self.fill(cast_slice_mut(&mut numbers))?;
        Ok(numbers.into_iter().map(i16::from_le).collect())
    }

    /// `count` numbers, a multiple of [`LANES`].
    pub fn vectors(&mut self, count: usize) -> Result<Pages<Vector>, NetworkError> {
        let mut vectors: Pages<Vector> = Pages::new(count / LANES);
        self.fill(cast_slice_mut(&mut vectors))?;
        for vector in &mut *vectors {
            vector.0 = vector.0.map(i16::from_le);
        }
        Ok(vectors)
    }

    /// `count` numbers of 32 bits.
    pub fn wide_numbers(&mut self, count: usize) -> Result<Vec<i32>, NetworkError> {
        let mut numbers = vec![0; count];
        self.fill(cast_slice_mut(&mut numbers))?;
        Ok(numbers.into_iter().map(i32::from_le).collect())
    }

    /// The biases of a layer, and its rows of weights.
    pub fn layer(
        &mut self,
        inputs: usize,
        outputs: usize,
    ) -> Result<(Vec<i32>, Vec<i8>), NetworkError> {
        let biases = self.wide_numbers(outputs)?;
        let mut weights = vec![0; outputs * Affine::row_length(inputs)];
        self.fill(cast_slice_mut(&mut weights))?;
        Ok((biases, weights))
    }

    pub fn affine(&mut self, inputs: usize, outputs: usize) -> Result<Affine, NetworkError> {
        let (biases, weights) = self.layer(inputs, outputs)?;
        Ok(Affine::new(inputs, biases, &weights))
    }
}
