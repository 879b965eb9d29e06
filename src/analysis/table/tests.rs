use crate::analysis::table::cell::rounded;
use crate::analysis::table::*;

fn table() -> Table {
    Table {
        columns: vec!["order".into(), "checks".into(), "wall_s".into()],
        rows: vec![
            vec!["12345678".into(), 66_005_601u64.into(), 0.0123456.into()],
            vec!["with, comma".into(), u128::MAX.into(), Cell::Missing],
        ],
    }
}

#[test]
fn a_table_without_rows_has_its_columns() {
    let table = Table { rows: Vec::new(), ..table() };
    assert_eq!(table.render(Format::Json), "[]\n");
    assert_eq!(table.render(Format::Csv), "order,checks,wall_s\n");
    assert_eq!(table.render(Format::Markdown).lines().count(), 2);
}

#[test]
fn values_between_two_counts_have_all_their_digits() {
    use crate::analysis::statistics::{Cost, Costs};
    let median = |low, high| {
        let mut costs = Costs::default();
        [low, high].into_iter().for_each(|checks| costs.add(Cost::Exact(checks)));
        Cell::from(costs.sorted().median())
    };
    let [even, odd, large] = [median(2, 4), median(5032, 5033), median(1 << 60, (1 << 60) + 1)];
    assert_eq!(even, 3_u64.into());
    assert_eq!((odd.shown(), odd.plain()), ("5,032.5".to_owned(), "5032.5".to_owned()));
    assert_eq!(exact(&odd).unwrap(), "5032.5");
    assert_eq!(exact(&large).unwrap(), "\"1152921504606846976.5\"");
    assert!(odd.compare(&5033_u64.into()).is_lt() && odd.compare(&5032_u64.into()).is_gt());
}

#[test]
fn reals_are_rounded_for_people() {
    let reals = [
        0.0,
        0.000_012_345,
        0.5,
        12.345_6,
        1234.56,
        98_765.4,
        -98_765.4,
        166_773_300_140_720_029_696.0,
    ]
    .map(rounded);
    assert_eq!(
        reals,
        ["0", "0.00001234", "0.5000", "12.35", "1,235", "98,765", "-98,765", "1.668e20",]
    );
}

#[test]
fn wrapped_tables_divide_words_only_where_lines_are_too_short() {
    let table = Table::new([[
        ("claim", Cell::from("a claim of some length in many short words")),
        ("measured", Cell::from("6,010,936,478,607,225,800,891 checks or more")),
    ]]);
    let widest = |text: &str| text.lines().map(|line| line.chars().count()).max();
    let wide = table.render_wrapped(50);
    assert!(wide.contains("6,010,936,478,607,225,800,891") && widest(&wide) <= Some(50), "{wide}");
    let narrow = table.render_wrapped(37);
    assert!(narrow.contains(" claim") && widest(&narrow) <= Some(37), "{narrow}");
}

#[test]
fn rows_are_stacked_where_lines_are_too_short_for_columns() {
    let row = |claim: &str, checks: u64| [("claim", Cell::from(claim)), ("checks", checks.into())];
    let table = Table::new([
        row("the knight can start on any reproduced square", 66_005_601),
        row("none", 7),
    ]);
    insta::assert_snapshot!(table.render_wrapped(24), @"
    ────────────────────────
     claim    the knight can
              start on any
              reproduced
              square
     checks   66,005,601
    ────────────────────────
     claim    none
     checks   7
    ────────────────────────
    ");
}

#[test]
fn columns_fit_from_the_most_important_one() {
    let widths = [4, 10, 3];
    let fitting = |line| aligned::fitting(&widths, 1, line);
    assert_eq!(fitting(25), [0, 1, 2]);
    assert_eq!(fitting(24), [0, 1]);
    assert_eq!(fitting(18), [0, 2]);
    assert_eq!(fitting(1), [0]);
}

#[test]
fn latex_takes_no_text_for_a_command() {
    let table = Table {
        columns: vec!["a_b".into(), "n".into()],
        rows: vec![
            vec![r"50 % of {x} & y\z".into(), Cell::Above(7)],
            vec![Cell::Missing, "text".into()],
            vec!["≈ 7 or ∞".into(), "text".into()],
            vec!["  of which".into(), "text".into()],
        ],
    };
    let text = table.render(Format::Latex);
    assert!(text.contains(r"$\approx$ 7 or $\infty$ & text"), "{text}");
    assert!(text.contains(r"\quad of which & text"), "{text}");
    assert!(text.contains(r"a\_b & n \\"), "{text}");
    assert!(text.contains(r"50 \% of \{x\} \& y\textbackslash{}z & \hfill $>$ 7 \\"), "{text}");
    // Each row has as many cells as there are columns.
    let ends = text.lines().filter(|line| line.ends_with(r"\\"));
    assert!(ends.clone().all(|line| line.replace(r"\&", "").matches('&').count() == 1), "{text}");
    assert_eq!(ends.count(), 5);
}
