//! What people paste: tours, and lists of knight moves, as people and programs write them.
//!
//! A complete tour proves its own reading: no misreading of a text has each number once and a
//! knight move between each two. Eight different knight moves prove theirs. So [`tours`] and
//! [`moves`] make the plausible readings of a text, by a few simple tokenisers that ignore what
//! only decorates it, and let the checker of [`knight_board::Tour`], or the moves themselves,
//! decide.
//!
//! Both accept liberally: whatever stands around, if exactly one reading is right it is meant. They
//! condemn strictly: a text is called wrong only if one reading accounts for all of it. Everything
//! else is refused, with what comes nearest. No fault is repaired.
//!
//! ```
//! let printed = knight_text::tours::read("1 4 7 10\n8 11 2 5\n3 6 9 12", None).unwrap();
//! assert!(printed.is_tour() && !printed.is_closed_tour());
//!
//! let c = "int dx[] = {2, 1, -1, -2, -2, -1, 1, 2}, dy[] = {1, 2, 2, 1, -1, -2, -2, -1};";
//! let listed = knight_text::moves::read(c, false).unwrap();
//! assert_eq!(listed.order.name(), Some("tutorial"));
//! ```

mod axes;
pub mod encoding;
pub mod moves;
mod patterns;
mod stream;
pub mod tours;

#[cfg(test)]
mod tests;
