//! `plot`: what is drawn, with which captions, and what is not.

use crate::program::{Folder, small_results, stdout};
use knightsweep::pictures::PLOTS;
use knightsweep::pictures::plot::PlotOption;

#[test]
fn every_kind_is_drawn() {
    let folder = Folder::new();
    let sweep = "sweep --board 4-5 --starts all --orders fig2 tutorial --budget 30k --engine step";
    folder.run(&format!("{sweep} --tours --quiet --out small.csv")).success();
    for plot in &PLOTS {
        let sides = if plot.takes(PlotOption::Sides) { " --between order" } else { "" };
        let kind = format!("{}{sides}", plot.name);
        folder.run(&format!("plot small.csv --kind {kind} --out drawn.svg")).success();
        let svg = folder.read("drawn.svg");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{kind}");
        assert_eq!(folder.prints(&format!("plot small.csv --kind {kind} --out -")), svg);
    }
}

#[test]
fn each_kind_and_each_selection_has_a_file_of_its_own() {
    let folder = small_results();
    folder.run("plot small.csv").success();
    folder.run("report small.csv").success();
    let all = [folder.read("small.svg"), folder.read("small.html")];
    for (command, name) in [
        ("plot --kind heatmap", "small.heatmap.svg"),
        ("plot --kind success", "small.success.svg"),
        ("plot --by order", "small.ecdf.svg"),
        ("plot --where board=5x5 --where checks<1e6", "small.board=5x5+checks-below-1e6.svg"),
        ("plot --kind ecdf --where start=1,1", "small.start=1,1.ecdf.svg"),
        ("report --where start=1,1 --where checks!=5", "small.start=1,1+checks-not-5.html"),
    ] {
        assert!(folder.says(&format!("{command} small.csv")).contains(name), "{command}");
        assert!(folder.file(name).exists(), "{:?}", folder.names());
    }
    assert_eq!([folder.read("small.svg"), folder.read("small.html")], all);
    let long = "--where order_rank!=1 --where order_rank!=22 ".repeat(9);
    let refused = folder.fails(2, &format!("plot small.csv {long}"));
    assert!(refused.contains("this name is too long"), "{refused}");
}

#[test]
fn sizes_axes_and_colours_can_be_chosen_and_titles_left_out() {
    let folder = small_results();
    let drawn = |options: &str| folder.prints(&format!("plot small.csv --out - {options}"));
    let tour = |options: &str| drawn(&format!("--kind tour {options}"));
    for (options, has) in [
        ("", "width=\"170mm\""),
        ("", "font-size=\"12\""),
        ("--width 84 --font-size 8", "width=\"84mm\""),
        ("--width 84 --font-size 8", "font-size=\"10.67\""),
        ("--title A<&B", ">A&lt;&amp;B</text>"),
        ("--where board=5x5", ">Only board=5x5.</text>"),
        // Readers of screens still have it.
        ("--no-title", "<title>4 tours: open, 5x5"),
        ("--theme dark", ".paper, .open { fill: #16181c }"),
    ] {
        assert!(tour(options).contains(has), "{options}: {has}");
    }
    for (options, lacks) in [
        // Nothing below six points.
        ("--width 84 --font-size 6", "font-size=\"7"),
        ("--no-title", "class=\"title\""),
        ("--no-source", "82 rows"),
        ("--where board=5x5 --no-notes", "board=5x5.</text>"),
    ] {
        assert!(!tour(options).contains(lacks), "{options}: {lacks}");
    }
    let curves = drawn("--kind ecdf --xlabel A --ylabel B --height 60");
    assert!(curves.contains(">A</text>") && curves.contains(">B</text>"), "{curves}");
    // The curve has the name as well.
    let names = |options: &str| drawn(options).matches(">5x5: ").count();
    assert_eq!((names("--kind ecdf"), names("--kind ecdf --no-legend")), (2, 1));
    let grey = drawn("--kind heatmap --palette grey");
    assert!(grey != drawn("--kind heatmap") && grey == drawn("--kind heatmap --palette GREY"));
}

#[test]
fn what_belongs_beside_a_picture_is_written_on_request() {
    let folder = small_results();
    let plot = |options: &str| folder.run(&format!("plot small.csv --kind heatmap {options}"));
    for _ in 0..2 {
        // What is there from the last time is replaced.
        plot("--no-notes --caption small.txt --data squares.csv").success();
    }
    let (caption, svg) = (folder.read("small.txt"), folder.read("small.heatmap.svg"));
    assert_eq!(stdout(&plot("--caption -").success()), caption);
    // Readers of screens still have the notes.
    let note = "stopped by the budget of 30,000 checks.";
    assert!(svg.contains(&format!("{note}</desc>")) && !svg.contains(&format!("{note}</text>")));
    assert_eq!(folder.read("squares.csv").lines().count(), 1 + 2 * (16 + 25));
    let results = folder.read("small.csv");
    plot("--data small.csv").code(2);
    assert_eq!(folder.read("small.csv"), results);
}

#[test]
fn boards_stand_side_by_side_on_a_page() {
    let folder = Folder::new();
    folder
        .run("sweep --board 5-16 --starts 1,1 --orders fig2 --budget 100 --out boards.csv --quiet")
        .success();
    let svg = folder.prints("plot boards.csv --out - --kind heatmap");
    let height = svg.split("height=\"").nth(1).unwrap().split("mm").next().unwrap();
    assert!(height.parse::<f64>().unwrap() < 247.0, "{height}");
}

#[test]
fn a_picture_that_few_programs_open_is_refused() {
    let folder = Folder::new();
    // A long title, which the picture shows in large letters.
    let title = "&".repeat(2_000_000);
    let keys = "boards = \"5x5\"\nstarts = \"1,1\"\norders = \"fig2\"\nbudget = 100\n";
    folder.write("large.toml", format!("title = \"{title}\"\n{keys}"));
    folder.run("run large.toml --out large.csv --quiet").success();
    let message = folder.fails(2, "plot large.csv --kind heatmap --out large.svg");
    assert!(message.contains("more than most programs can show"), "{message}");
}

#[test]
fn only_files_of_the_program_are_replaced() {
    let folder = small_results();
    let commands = [
        ("plot small.csv", "small.svg"),
        ("plot small.csv --out named.svg", "named.svg"),
        ("report small.csv", "small.html"),
        ("report small.csv --out named.html", "named.html"),
    ];
    for (command, name) in commands {
        folder.run(command).success();
        folder.run(command).success();
        folder.write(name, "my drawing");
        let message = folder.fails(2, command);
        assert!(message.contains("name another file"), "{message}");
        assert_eq!(folder.read(name), "my drawing");
        // An empty file may be replaced.
        folder.write(name, "");
        folder.run(command).success();
        assert!(std::fs::metadata(folder.file(name)).unwrap().len() > 1000);
    }
    let leftovers: Vec<String> =
        folder.names().into_iter().filter(|name| name.starts_with('.')).collect();
    assert!(leftovers.is_empty(), "{leftovers:?}");
}
