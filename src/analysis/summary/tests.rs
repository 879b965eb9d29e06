use crate::analysis::Cell;
use crate::analysis::summary::*;
use crate::pictures::tests::record;
use crate::results::record::Record;
use knight_search::Outcome;

#[test]
fn times_are_exact_however_many_and_mirrored_jobs_have_none() {
    let mut jobs = Jobs::default();
    for job in 0..10_002 {
        let tour = Record { job, start_row: 1 + (job % 1000) as u16, ..record(Outcome::Tour, 64) };
        let (wall_s, cpu_s) = (Some(1e-6 * job as f64), (job % 2 == 0).then_some(0.5));
        jobs.add(0, &Record { wall_s, cpu_s, ..tour.clone() });
        jobs.add(0, &Record { wall_s: None, cpu_s: None, mirrored: true, ..tour });
    }
    let table = SummaryRows::new(&jobs, &[Column::Rows], SummaryKind::Counts, &[]).table();
    for (column, expected) in [
        ("wall_s_min", Cell::Seconds(0.0)),
        ("wall_s_median", Cell::Seconds(0.005_000_5)),
        ("wall_s_mean", Cell::Seconds(0.005_000_5)),
        ("wall_s_max", Cell::Seconds(0.010_001)),
        ("cpu_s_min", Cell::Seconds(0.5)),
        ("jobs", 20_004_u64.into()),
        ("timed", 10_002_u64.into()),
    ] {
        let place = table.columns.iter().position(|name| name == column).unwrap();
        assert_eq!(table.rows[0][place], expected, "{column}");
    }
}

#[test]
fn no_success_rate_is_known_where_a_job_ended_without_an_answer() {
    let rate = |outcomes: &[Outcome]| {
        let mut jobs = Jobs::default();
        outcomes.iter().for_each(|&outcome| jobs.add(0, &record(outcome, 64)));
        let rows = SummaryRows::new(&jobs, &[], SummaryKind::Counts, &[]);
        rows.table().only(&["success_rate"]).rows[0][0].clone()
    };
    assert_eq!(rate(&[Outcome::Tour, Outcome::Budget]), Cell::Share(0.5));
    for unknown in [Outcome::Memory, Outcome::Time, Outcome::Unknown] {
        assert_eq!(rate(&[unknown]), Cell::Missing);
        assert_eq!(rate(&[Outcome::Tour, unknown]), Cell::Missing);
        // The start has no tour at all.
        assert_eq!(rate(&[Outcome::None, unknown]), Cell::Missing);
    }
}
