//! Random sequences of what can happen to results, against a model that knows which rows must be
//! there and which commands must be refused.
//!
//! The sequences run by the library: dropping a store without closing it is a kill, because the
//! rows of its buffer are lost. What a killed program had written already is appended by hand.

mod events;
mod seen;
mod world;

use proptest::prelude::*;

use self::events::event;
use self::world::World;
use super::{is_exhaustive, ran};

#[test]
fn random_events_lose_no_row_and_pass_no_wrong_one() {
    let cases = if is_exhaustive() { 2048 } else { 128 };
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let events = proptest::collection::vec(event(), 1..24);
    let seen = std::cell::Cell::new(0);
    let result = runner.run(&events, |events| {
        let mut world = World::new();
        events.iter().for_each(|event| world.apply(event));
        world.finish();
        seen.set(seen.get() + events.len());
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
    ran("random_events_lose_no_row_and_pass_no_wrong_one", seen.get());
}
