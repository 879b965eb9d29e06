//! Pictures of tours.

use crate::program::{Folder, stderr, stdout};

/// The panels of a figure of tours.
fn panels(svg: &str) -> usize {
    svg.matches("class=\"moves\"").count()
}

#[test]
fn the_tours_of_all_selected_jobs_are_drawn_or_none() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 8x8 --starts all --rule warnsdorff --tours --quiet";
    folder.run(&format!("{sweep} --out tours.csv")).success();
    let draw = |options: &str| folder.run(&format!("plot tours.csv --kind tour {options}"));
    let message = stderr(&draw("").code(2));
    assert!(message.contains("77 tours") && message.contains("--where"), "{message}");
    let narrowed = |options: &str| stdout(&draw(&format!("{options} --out -")).success());
    let small = narrowed("--where board=5x5");
    assert_eq!(panels(&small), 13);
    // Twelve squares of 5x5 have the colour of the minority.
    assert!(small.contains(">13 of 25 jobs have a recorded tour.</text>"), "{small}");
    assert_eq!(panels(&narrowed("--where start=1,1")), 2);
    assert_eq!(panels(&narrowed("--where board=8x8")), 64);
    let one = narrowed("--job 0");
    assert!(panels(&one) == 1 && !one.contains("jobs have"), "{one}");
}

#[test]
fn a_job_that_several_files_have_is_drawn_for_each() {
    let folder = Folder::new();
    for order in ["fig2", "tutorial"] {
        let sweep = "sweep --board 5x5 --starts 1,1 --tours --quiet";
        folder.run(&format!("{sweep} --orders {order} --out {order}.csv")).success();
    }
    let svg = folder.prints("plot fig2.csv tutorial.csv --job 0 --out -");
    assert_eq!(panels(&svg), 2);
    for caption in ["order 12345678 (fig2)", "order 21876543 (tutorial)"] {
        assert!(svg.contains(&format!(">{caption}</text>")), "{svg}");
    }
}

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
    assert!(svg.contains("Open tour of the 5x5 board") && svg.contains("<title>25: "));
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
