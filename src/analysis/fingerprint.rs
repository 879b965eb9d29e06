//! Hashes that stand for what they are of.

use std::hash::{DefaultHasher, Hash, Hasher};

/// Two hashes of a value. Of a thousand million values, two have the same ones with a chance of one
/// in 10^20.
pub(super) fn fingerprint(of: &impl Hash) -> [u64; 2] {
    [0u8, 1].map(|salt| {
        let mut hasher = DefaultHasher::new();
        (salt, of).hash(&mut hasher);
        hasher.finish()
    })
}
