//! Exact numbers of walks and lower bounds.

/// A number of walks.
///
/// # Examples
/// ```
/// use knight_search::walks::Walks;
///
/// assert_eq!(Walks::AtLeast(1000).counted(), 1000);
/// assert_ne!(Walks::AtLeast(1000), Walks::Exactly(1000));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walks {
    /// The exact number.
    Exactly(u128),
    /// A lower bound: the count stopped above its cap.
    AtLeast(u128),
}

impl Walks {
    /// A number above `cap` as a lower bound, which hides whether it was counted to the end.
    pub(crate) fn capped(self, cap: u128) -> Walks {
        match self {
            Walks::Exactly(walks) if walks > cap => Walks::AtLeast(walks),
            walks => walks,
        }
    }

    /// The number of walks counted, exact or not.
    pub fn counted(self) -> u128 {
        match self {
            Walks::Exactly(walks) | Walks::AtLeast(walks) => walks,
        }
    }
}
