//! Checksums of the blocks of a CSV: they show which rows are still what was written.

use std::fmt;
use std::fs::File;
use std::io::{self, Seek};
use std::ops::Range;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::experiment::hex;
use crate::results::hashing::hash_next;

/// A block of a sealed file ends with the first line that makes it at least this long.
const BLOCK_BYTES: u64 = 1 << 20;

/// Consecutive blocks of a CSV from its first byte, each of whole lines, with their SHA-256.
///
/// In sidecars it is a list of texts `END SHA256`: the byte after the block, and the SHA-256 of the
/// block in hexadecimal.
///
/// ```
/// use knightsweep::results::blocks::{BlockHasher, BlockState};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("x.csv");
/// let mut hasher = BlockHasher::new();
/// ["job\n", "1\n", "2\n"].iter().for_each(|line| hasher.add(line.as_bytes()));
/// let blocks = hasher.finish();
///
/// std::fs::write(&path, "job\n1\n2\n3\n")?;
/// let parts = blocks.check(&mut std::fs::File::open(&path)?)?;
/// assert_eq!((parts.state_at(0), parts.state_at(8)), (BlockState::Intact, BlockState::Uncovered));
/// std::fs::write(&path, "job\n1\n9\n")?;
/// let parts = blocks.check(&mut std::fs::File::open(&path)?)?;
/// assert_eq!(parts.in_state(BlockState::Changed).collect::<Vec<_>>(), [0..8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Blocks(Vec<Block>);

/// One block: the bytes from the end of the block before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// The byte after the block.
    pub(super) end: u64,
    pub(super) sha256: [u8; 32],
}

/// What the blocks say about a part of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockState {
    /// It is what was written.
    Intact,
    /// A byte of it was changed.
    Changed,
    /// The end of its block is missing, because the file was cut. Nothing is known about the rest.
    Cut,
    /// It lies behind the last block.
    Uncovered,
}

/// What the blocks say about each part of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts(Vec<(Range<u64>, BlockState)>);

impl Parts {
    /// The parts from the first byte to the last. Neighbours differ in their state.
    pub fn iter(&self) -> impl Iterator<Item = (Range<u64>, BlockState)> {
        self.0.iter().cloned()
    }

    /// The size of the file.
    pub fn end(&self) -> u64 {
        self.0.last().map_or(0, |(bytes, _)| bytes.end)
    }

    /// The bytes of the parts in this state.
    pub fn in_state(&self, state: BlockState) -> impl Iterator<Item = Range<u64>> {
        self.iter().filter(move |(_, there)| *there == state).map(|(bytes, _)| bytes)
    }

    /// The state of the part with this byte; uncovered behind the end of the file.
    pub fn state_at(&self, byte: u64) -> BlockState {
        let place = self.0.partition_point(|(bytes, _)| bytes.end <= byte);
        self.0.get(place).map_or(BlockState::Uncovered, |(_, state)| *state)
    }

    /// The same for a file that must end with the last block: what is behind it is a change.
    pub(super) fn without_uncovered(mut self) -> Parts {
        if let Some((_, state @ BlockState::Uncovered)) = self.0.last_mut() {
            *state = BlockState::Changed;
        }
        self
    }

    fn push(&mut self, bytes: Range<u64>, state: BlockState) {
        match self.0.last_mut() {
            _ if bytes.is_empty() => {}
            Some((last, there)) if *there == state => last.end = bytes.end,
            _ => self.0.push((bytes, state)),
        }
    }
}

impl Blocks {
    /// No blocks.
    pub(super) const NONE: Blocks = Blocks(Vec::new());

    /// The byte after the last block; 0 without blocks.
    pub fn end(&self) -> u64 {
        self.0.last().map_or(0, |block| block.end)
    }

    /// Whether there are no blocks, as for files that older programs wrote.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads a file from its first byte, and compares each block with its SHA-256.
    ///
    /// # Errors
    /// Those of reading the file.
    pub fn check(&self, file: &mut File) -> io::Result<Parts> {
        file.rewind()?;
        let mut parts = Parts(Vec::new());
        let mut begin = 0;
        for block in &self.0 {
            let (read, sha256) = hash_next(file, block.end - begin)?;
            let state = match begin + read == block.end {
                false => BlockState::Cut,
                true if sha256 == block.sha256 => BlockState::Intact,
                true => BlockState::Changed,
            };
            parts.push(begin..begin + read, state);
            begin += read;
            if state == BlockState::Cut {
                return Ok(parts);
            }
        }
        let end = file.metadata()?.len().max(begin);
        parts.push(begin..end, BlockState::Uncovered);
        Ok(parts)
    }

    /// The blocks that end at this byte or before it.
    pub(super) fn up_to(&self, end: u64) -> Blocks {
        Blocks(self.0[..self.0.partition_point(|block| block.end <= end)].to_vec())
    }

    /// Adds the next block; false if it does not end behind the last one.
    pub(super) fn push(&mut self, block: Block) -> bool {
        let follows = block.end > self.end();
        if follows {
            self.0.push(block);
        }
        follows
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Block> {
        self.0.iter()
    }
}

/// Makes the blocks of lines that are read or written from first to last.
#[derive(Clone, Debug)]
pub struct BlockHasher {
    /// Those that have ended and were not taken.
    blocks: Blocks,
    /// The byte after the last block that has ended.
    block_end: u64,
    hasher: Sha256,
    /// The byte after the last line.
    end: u64,
}

impl BlockHasher {
    /// Begins at the first byte of a file.
    pub fn new() -> BlockHasher {
        BlockHasher::after(Blocks::default())
    }

    /// Begins behind these blocks.
    pub(super) fn after(blocks: Blocks) -> BlockHasher {
        let end = blocks.end();
        BlockHasher { blocks, block_end: end, hasher: Sha256::new(), end }
    }

    /// Takes the next lines, with their line ends.
    pub fn add(&mut self, lines: &[u8]) {
        self.hasher.update(lines);
        self.end += lines.len() as u64;
        if self.end - self.block_end >= BLOCK_BYTES {
            self.end_block();
        }
    }

    /// The blocks of all lines, except those that were taken.
    pub fn finish(mut self) -> Blocks {
        self.take_blocks()
    }

    /// Ends a block here, and gives the blocks since the last call.
    pub(super) fn take_blocks(&mut self) -> Blocks {
        self.end_block();
        std::mem::take(&mut self.blocks)
    }

    /// The byte after the last line.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Ends a block here, unless it would be empty.
    fn end_block(&mut self) {
        if self.end > self.block_end {
            let sha256 = self.hasher.finalize_reset().into();
            self.blocks.push(Block { end: self.end, sha256 });
            self.block_end = self.end;
        }
    }
}

impl Default for BlockHasher {
    fn default() -> BlockHasher {
        BlockHasher::new()
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.end, hex(&self.sha256))
    }
}

impl FromStr for Block {
    type Err = String;

    fn from_str(text: &str) -> Result<Block, String> {
        let block = text.split_once(' ').and_then(|(end, sha256)| {
            Some(Block { end: end.parse().ok()?, sha256: parse_hex(sha256)? })
        });
        // Many texts have the same value, but only one of them is written.
        let block = block.filter(|block| block.to_string() == text);
        block.ok_or_else(|| "expected the end of a block and its SHA-256".to_owned())
    }
}

fn parse_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 2 * bytes.len() || !text.is_ascii() {
        return None;
    }
    for (place, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
    }
    Some(bytes)
}

impl From<Blocks> for Vec<String> {
    fn from(blocks: Blocks) -> Vec<String> {
        blocks.iter().map(Block::to_string).collect()
    }
}

impl TryFrom<Vec<String>> for Blocks {
    type Error = String;

    fn try_from(texts: Vec<String>) -> Result<Blocks, String> {
        let mut blocks = Blocks::default();
        for text in texts {
            if !blocks.push(text.parse()?) {
                return Err(format!("the block that ends at `{text}` does not follow the others"));
            }
        }
        Ok(blocks)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use crate::results::blocks::*;

    /// The blocks of some lines, three lines to a block.
    fn blocks_of(lines: &[&str]) -> Blocks {
        let mut hasher = BlockHasher::new();
        for three in lines.chunks(3) {
            three.iter().for_each(|line| hasher.add(line.as_bytes()));
            hasher.end_block();
        }
        hasher.finish()
    }

    fn check(blocks: &Blocks, text: &str) -> Vec<(Range<u64>, BlockState)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        fs::write(&path, text).unwrap();
        blocks.check(&mut File::open(path).unwrap()).unwrap().iter().collect()
    }

    const LINES: [&str; 7] = ["a\n", "bb\n", "c\n", "d\n", "e\n", "f\n", "g\n"];

    #[test]
    fn each_block_is_intact_changed_cut_or_not_covered() {
        use BlockState::*;
        let (blocks, text) = (blocks_of(&LINES), LINES.concat());
        assert_eq!(blocks.end(), 15);
        assert_eq!(check(&blocks, &text), [(0..15, Intact)]);
        assert_eq!(check(&blocks, &(text.clone() + "h\n")), [(0..15, Intact), (15..17, Uncovered)]);
        assert_eq!(check(&blocks, &text[..10]), [(0..7, Intact), (7..10, Cut)]);
        assert_eq!(check(&blocks, &text[..7]), [(0..7, Intact)]);
        assert_eq!(check(&blocks, ""), []);
        let changed = text.replace('d', "x");
        assert_eq!(check(&blocks, &changed), [(0..7, Intact), (7..13, Changed), (13..15, Intact)]);
        assert_eq!(check(&Blocks::default(), &text), [(0..15, Uncovered)]);
    }

    #[test]
    fn long_blocks_end_by_themselves() {
        let mut hasher = BlockHasher::new();
        let line = "x".repeat(999) + "\n";
        (0..3000).for_each(|_| hasher.add(line.as_bytes()));
        let blocks = hasher.finish();
        let ends: Vec<u64> = blocks.iter().map(|block| block.end).collect();
        assert_eq!(ends, [1_049_000, 2_098_000, 3_000_000]);
    }

    #[test]
    fn blocks_are_written_as_texts_and_only_these_are_read() {
        let blocks = blocks_of(&LINES);
        let json = serde_json::to_string(&blocks).unwrap();
        assert_eq!(serde_json::from_str::<Blocks>(&json).unwrap(), blocks);
        let texts: Vec<String> = blocks.clone().into();
        for wrong in [
            vec![texts[1].clone(), texts[0].clone()],
            vec![texts[0].to_uppercase()],
            vec![format!("+{}", texts[0])],
            vec![texts[0].replace(' ', "  ")],
            vec![texts[0][..60].to_owned() + "é"],
            vec!["0 ".to_owned() + &"0".repeat(64)],
        ] {
            assert!(Blocks::try_from(wrong.clone()).is_err(), "{wrong:?}");
        }
        assert_eq!(Vec::from(blocks.up_to(14)), texts[..2]);
    }
}
