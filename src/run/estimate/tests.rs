use crate::experiment::plan::tests::plan;
use crate::run::estimate::*;
use crate::run::pending::{Pending, coprime_step};

fn estimate(text: &str) -> TimeEstimate {
    let (tried, stop) = (AtomicU64::new(0), StopRequest::default());
    let tables = Tables::with_threads(1 << 24, 1);
    TimeEstimate::new(&Pending::all(&plan(text)), &tables, &stop, &tried)
}

#[test]
fn small_plans_are_tried_to_their_end() {
    let estimate = estimate("boards = \"5x5\"\nstarts = \"corners\"\norders = \"fig2\"");
    assert_eq!(estimate.tried, 4);
    let (low, usual, high) = (estimate.wall_s_low, estimate.wall_s, estimate.wall_s_high);
    assert!(low > 0.0 && Some(low) <= usual && usual <= high, "{low}, {usual:?}, {high:?}");
}

#[test]
fn each_search_of_a_part_is_tried_once() {
    for searches in [1, 2, 3, 64, 1000] {
        let step = coprime_step(searches);
        let mut places: Vec<u64> = (0..searches).map(|i| i * step % searches).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..searches), "{searches}");
    }
}

#[test]
fn parts_are_told_apart_and_have_all_searches() {
    let plan = plan(
        "boards = \"5-6\"\nstarts = \"all\"\norders = [\"fig2\", \"tutorial\"]\n\
         goal = [\"open\", \"closed\"]\nsymmetry = \"reduce\"",
    );
    let parts = Pending::all(&plan).parts();
    assert_eq!(parts.len(), 4);
    assert_eq!(parts.iter().map(|part| part.searches).sum::<u64>(), plan.searches());
    for (part, next) in parts.iter().zip(parts.iter().skip(1)) {
        assert_eq!(part.first + part.jobs, next.first);
    }
    let all = Pending::all(&plan);
    let mut spread: Vec<u64> =
        parts.iter().flat_map(|part| all.spread(*part)).map(|job| job.id).collect();
    spread.sort_unstable();
    let searched = plan.jobs().filter(|job| job.mirror_of.is_none()).map(|job| job.id);
    assert!(spread.into_iter().eq(searched));
    // The last row of the plan is that of one search of the last part.
    let last = Pending::rows(&plan, [plan.len() - 1].into_iter());
    assert_eq!((last.searches(), last.parts().len()), (1, 1));
    let jobs: Vec<u64> = last.spread(last.parts()[0]).map(|job| job.id).collect();
    assert_eq!(jobs, [plan.searched_for(plan.len() - 1)]);
    assert!(Pending::rows(&plan, [].into_iter()).is_empty());
}

#[test]
fn what_is_tried_is_scaled_up_and_a_part_without_an_end_is_unknown() {
    let curve = |seconds: [f64; 4]| {
        let searches = [1, 2, 4, 8];
        let tried =
            |(searches, seconds)| Batch { searches, seconds, squares: 8.0, ..Batch::default() };
        searches.into_iter().zip(seconds).map(tried).collect::<Vec<_>>()
    };
    let sample =
        |curve, cut, shares| Sample { curve, cut, all: 8000, shares, is_unlimited: false }.scaled();
    // One by one: a thousand times as many take a thousand times as long.
    let alike = sample(curve([1.0, 2.0, 4.0, 8.0]), None, false);
    assert!((alike.usual.unwrap() - 8000.0).abs() < 1e-6);
    assert!(alike.low < 8000.0 && alike.high.unwrap() > 8000.0);
    // What shares its work takes less, and the range is wider.
    let shared = sample(curve([1.0, 1.4, 2.0, 2.8]), None, true);
    assert!(shared.usual.unwrap() < 0.2 * 2800.0);
    let width = |time: &PartTime| time.high.unwrap() / time.low;
    assert!(width(&shared) > width(&alike));
    // A search that did not end says that it takes longer.
    let cut = Some(Batch { searches: 8, seconds: 100.0, ..Batch::default() });
    let longer = sample(curve([1.0, 2.0, 4.0, 8.0]), cut, false);
    assert!(longer.usual.unwrap() > 50_000.0);
    let unknown = sample(Vec::new(), cut, false);
    assert_eq!((unknown.usual, unknown.low, unknown.high), (None, 100.0, None));
    // Two searches of 8,000 say nothing of the others.
    let few = sample(curve([1.0, 2.0, 4.0, 8.0])[..2].to_vec(), None, false);
    assert_eq!((few.usual, few.high), (None, None));
    assert!((few.low - 2.0).abs() < 1e-9, "what they took");
}
