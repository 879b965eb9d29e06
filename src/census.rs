//! scratch
#[cfg(test)]
mod tests {
    use crate::search::grid::Grid;
    use crate::search::walks::*;
    use crate::search::walks::frontier::*;
    use crate::search::walks::graph::Graph;
    use crate::search::walks::elimination::*;
    use std::ops::ControlFlow;
    #[test]
    #[ignore]
    fn scratch() {
        let v = std::env::var("CENSUS").unwrap();
        let v: Vec<&str> = v.split(' ').collect();
        let grid = Grid::new(v[0].parse().unwrap()).unwrap();
        let graph = Graph::new(&grid, 0, grid.all(), |_| 1);
        let order = if v[2] == "rows" { in_order(&graph) } else { eliminate(&graph, v[2].parse().unwrap()) };
        eprintln!("{:?} cost {}", order.order, order.cost);
        let programme = if v[1] == "closed" { Programme::of_cycles(&graph, &order) } else { Programme::new(&graph, &order) };
        let mut pulse = || ControlFlow::Continue(());
        let mut limits = Limits { bytes: 6 << 30, threads: 2, cap: u128::MAX, pulse: &mut pulse, effort: Effort::default() };
        let t = std::time::Instant::now();
        let r = if programme.fits::<u64>() { programme.count::<u64, u64, true>(&mut limits) } else { programme.count::<u128, u64, true>(&mut limits) };
        eprintln!("{:?} {:?} {:?} narrow {}", r, limits.effort, t.elapsed(), programme.fits::<u64>());
    }
}
