//! Where counts may put what they cannot keep in memory. The caller provides it.

use std::fmt::Debug;
use std::io;

/// Where counts put tables that do not fit their memory, such as a folder.
pub trait SpillSpace: Debug + Send + Sync {
    /// New room. It is free again when this is dropped.
    ///
    /// # Errors
    /// If there is none. The count then ends with
    /// [`CountError::Spill`](crate::CountError::Spill), and the space says why.
    fn file(&self) -> io::Result<Box<dyn SpillFile>>;
}

/// Bytes that are written once, and read at least once, by several threads.
pub trait SpillFile: Debug + Send + Sync {
    /// Writes bytes at a place, in no certain order of places.
    ///
    /// # Errors
    /// As [`SpillSpace::file`].
    fn write(&self, at: u64, bytes: &[u8]) -> io::Result<()>;

    /// Reads as many bytes as there is room for.
    ///
    /// # Errors
    /// As [`SpillSpace::file`].
    fn read(&self, at: u64, bytes: &mut [u8]) -> io::Result<()>;
}
