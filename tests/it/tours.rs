//! Pictures of tours.

use crate::program::{Folder, answered, knightsweep, stderr};

#[test]
fn the_largest_tour_is_a_few_megabytes() {
    let folder = Folder::new();
    let sweep = "sweep --board 1000x1000 --starts 1,1 --rule warnsdorff-roth --tours --quiet";
    folder.run(&format!("{sweep} --out large.csv")).success();
    folder.run("plot large.csv").success();
    let svg = folder.read("large.svg");
    assert!((1_000_000..8_000_000).contains(&svg.len()), "{} bytes", svg.len());
}

#[test]
fn solve_draws_its_tour() {
    let folder = Folder::new();
    folder.run("solve --board 5x5 --first 1 --svg tour.svg").success();
    let svg = folder.read("tour.svg");
    assert!(svg.contains("Tour: open, 5x5") && svg.contains("<title>25: "));
    folder.run("solve --board 3x3 --svg none.svg").code(3);
    assert_eq!(folder.names(), ["tour.svg"]);
}

#[test]
fn verify_draws_the_tour_that_a_program_has_printed() {
    let folder = Folder::new();
    let tour = folder.prints("construct --board 5x5");
    folder.write("tour.txt", format!("Solution found:\n{tour}"));
    folder.run("construct --board 5x5 --svg constructed.svg").success();
    folder.run("verify tour.txt --svg verified.svg").success();
    // The pictures differ in what they say of the tour.
    let numbers = |name: &str| {
        let svg = folder.read(name);
        let titles = svg.split("<title>").skip(1).filter_map(|title| title.split_once('<'));
        titles.map(|(title, _)| title.to_owned()).collect::<Vec<_>>()
    };
    let verified = numbers("verified.svg");
    assert_eq!(verified[verified.len() - 25..], numbers("constructed.svg")[verified.len() - 25..]);
    assert!(verified[verified.len() - 1].contains("24: "), "{verified:?}");
    folder.write("faulty.txt", tour.replacen(" 1 ", " 2 ", 1));
    let said = folder.fails(1, "verify faulty.txt --svg faulty.svg");
    assert!(
        said.contains("no tour to draw") && !folder.path().join("faulty.svg").exists(),
        "{said}"
    );
    folder.run("verify tour.txt faulty.txt --svg two.svg").code(2);
    folder.run("sweep --board 3x3 --out rows.csv").success();
    folder.run("verify rows.csv --svg rows.svg").code(2);
}

#[test]
fn the_search_for_a_narrow_board_is_that_for_the_same_tour() {
    let refused = "construct --board 3x10 --start 3,1 --goal closed";
    let said = stderr(&knightsweep(refused).assert().code(2));
    let search = said.split('`').nth(1).and_then(|it| it.strip_prefix("knightsweep ")).unwrap();
    let found = answered(0, &format!("{search} --json"));
    assert_eq!((&found["start_row"], &found["start_col"]), (&3.into(), &1.into()));
    assert_eq!(found["closed"], true);
}
