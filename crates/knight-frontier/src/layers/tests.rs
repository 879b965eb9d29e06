use crate::Counted;
use crate::layers::*;
use crate::limits::MemoryMeter;
use crate::numbers::Numbers;
use crate::pairing_maps::PairingMaps;
use crate::tests::plan_of;

/// Calls `visit` with the tables after each step.
fn each_layer(
    board: &str,
    start: usize,
    counted: Counted,
    mut visit: impl FnMut(&LayerStep, &[StateTable]),
) {
    let plan = plan_of(board, Some(start), counted);
    let (maps, meter) = (PairingMaps::default(), MemoryMeter::new(1 << 30));
    let mut layer = Layer::first(1);
    for step in &plan.steps {
        let step = LayerStep {
            step,
            max_count: layer.max_count,
            shared_maps: &maps,
            own_maps: &maps,
            meter: &meter,
            spill: None,
            waiting: usize::MAX,
            is_existence: false,
            numbers: Numbers::Exact,
            scale: 0,
        };
        layer = step.take_all(layer.tables, &mut Scratch::default(), &mut || Ok(())).unwrap();
        visit(&step, &step.loaded(layer.tables.clone()).unwrap());
    }
}

#[test]
fn tables_lack_rows_and_bits_that_no_state_has() {
    for counted in [Counted::Walks, Counted::HamiltonianPaths] {
        let (mut lacks_rows, mut lacks_bits) = (0, 0);
        each_layer("6x6", 1, counted, |step, tables| {
            for table in tables {
                let all = step.done_sets(table.ends, u32::MAX);
                let columns = step.done_sets(table.ends, table.may_be_done);
                lacks_bits += usize::from(columns.slots() != all.slots());
                let number = pairing_count(table.ends.count(), table.ends.outer.into());
                let rows = table.pairings.as_ref().map_or(number, |pairings| pairings.len());
                let bytes = Counts::bytes_for(rows * columns.number, table.counts.max());
                assert_eq!(table.counts.bytes(), bytes);
                let Some(pairings) = &table.pairings else {
                    continue;
                };
                lacks_rows += 1;
                assert!(pairings.is_sorted_by(|a, b| a < b) && pairings.len() < number);
                assert!((pairings[pairings.len() - 1] as usize) < number);
                for row in 0..pairings.len() {
                    let mut row = row * columns.number..(row + 1) * columns.number;
                    assert!(row.any(|at| table.counts.count(at) != 0));
                }
            }
        });
        assert!(lacks_rows > 100 && lacks_bits > 100, "{lacks_rows} {lacks_bits}");
    }
}
