//! `plot`: what is drawn, with which captions, and what is not.

use crate::program::{Folder, small_results, stderr, stdout};
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
fn the_picture_says_where_it_comes_from() {
    let folder = small_results();
    folder.run("plot small.csv").success();
    let svg = folder.read("small.svg");
    let sidecar = folder.json("small.meta.json");
    let hash = &sidecar["experiment_hash"].as_str().unwrap()[..12];
    assert!(svg.contains(&format!("small · {hash} · 82 rows")), "{svg}");
    assert!(svg.contains("Median checks of all jobs on"), "several boards give growth");
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
fn captions_and_sizes_can_be_chosen() {
    let folder = small_results();
    let draw = |options: &str| {
        let command = format!("plot small.csv --kind tour --out - {options}");
        folder.prints(&command)
    };
    let usual = draw("");
    assert!(usual.contains("width=\"170mm\"") && usual.contains("font-size=\"12\""));
    // Without a title of the experiment, what is shown is the title.
    assert!(usual.contains("class=\"title\">4 open tours of") && !usual.contains(">small.csv<"));
    let narrow = draw("--width 84 --font-size 8");
    assert!(narrow.contains("width=\"84mm\"") && narrow.contains("font-size=\"10.67\""));
    // Nothing below six points.
    let small = draw("--width 84 --font-size 6");
    assert!(small.contains("font-size=\"8\"") && !small.contains("font-size=\"7"));
    let bare = draw("--no-title --no-source");
    // Readers of screens still have it.
    assert!(bare.contains("<title>4 open tours of") && !bare.contains("class=\"title\""));
    assert!(!bare.contains("82 rows"));
    let own = draw("--title A<&B");
    assert!(own.contains(">A&lt;&amp;B</text>") && own.contains("82 rows"));
    assert!(draw("--where board=5x5").contains(">Only board=5x5.</text>"));
    assert!(!draw("--where board=5x5 --no-notes").contains("board=5x5.</text>"));
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
    let note = "stopped by the budget of 30,000 checks.";
    assert!(caption.starts_with("Checks by start square: 2 boards. ") && caption.contains(note));
    // Readers of screens still have the notes.
    assert!(svg.contains(&format!("{note}</desc>")) && !svg.contains(&format!("{note}</text>")));
    assert!(caption.contains("Data: small · "), "{caption}");
    let data = folder.read("squares.csv");
    assert!(data.starts_with("panel,board,row,col,value,value_above,no_tour\n"), "{data}");
    assert_eq!(data.lines().count(), 1 + 2 * (16 + 25));
    let results = folder.read("small.csv");
    assert!(stderr(&plot("--data small.csv").code(2)).contains("is another table"));
    assert_eq!(folder.read("small.csv"), results);
    plot("--out - --caption -").code(2);
    assert_eq!(stdout(&plot("--caption -").success()), caption);
}

#[test]
fn axes_and_colours_can_be_chosen_where_there_are_any() {
    let folder = small_results();
    let plot = |options: &str| folder.run(&format!("plot small.csv --out - {options}"));
    let drawn = |options: &str| stdout(&plot(options).success());
    let own = drawn("--kind ecdf --xlabel A --ylabel B --height 60");
    for text in [">A</text>", ">B</text>"] {
        assert!(own.contains(text), "{text}: {own}");
    }
    let usual = drawn("--kind ecdf");
    // The curve has the name as well.
    let names = |svg: &str| svg.matches(">5x5: ").count();
    assert_eq!((names(&usual), names(&drawn("--kind ecdf --no-legend"))), (2, 1));
    let grey = drawn("--kind heatmap --palette grey");
    assert!(grey != drawn("--kind heatmap") && grey == drawn("--kind heatmap --palette GREY"));
    assert!(drawn("--theme dark").contains(".paper, .open { fill: #16181c }"));
    for (options, why) in [
        ("--kind heatmap --xlabel A", "--xlabel and --ylabel work only with --kind ecdf"),
        ("--kind tour --height 60", "not with tour"),
        ("--kind ecdf --palette grey", "--palette works only with --kind heatmap or matrix"),
    ] {
        let message = stderr(&plot(options).code(2));
        assert!(message.contains(why), "{options}: {message}");
    }
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
fn captions_count_many_files_and_drop_none() {
    let folder = Folder::new();
    let mut names = Vec::new();
    for number in 1..=5 {
        let sweep = format!("sweep --board 5x5 --starts 1,{number} --budget 1000 --quiet");
        folder.run(&format!("{sweep} --title Title-{number} --out f{number}.csv")).success();
        names.push(format!("f{number}.csv"));
    }
    let draw = |files: &[String]| {
        folder.prints(&format!("plot {} --kind heatmap --out -", files.join(" ")))
    };
    let two = draw(&names[..2]);
    assert!(two.contains("class=\"title\">Checks by start square"), "{two}");
    assert!(two.contains("1 row; f2"), "{two}");
    let five = draw(&names);
    assert!(five.contains(">f1, f2 and 3 more · 5 rows</text>"), "{five}");
}

#[test]
fn a_picture_that_few_programs_open_must_be_forced() {
    let folder = Folder::new();
    // A long title, which the picture shows in large letters.
    let title = "&".repeat(2_000_000);
    let keys = "boards = \"5x5\"\nstarts = \"1,1\"\norders = \"fig2\"\nbudget = 100\n";
    folder.write("large.toml", format!("title = \"{title}\"\n{keys}"));
    folder.run("run large.toml --out large.csv --quiet").success();
    let plot = |options: &str| {
        folder.run(&format!("plot large.csv --kind heatmap --out large.svg {options}"))
    };
    let message = stderr(&plot("").code(2));
    assert!(message.contains("--force"), "{message}");
    plot("--force").success();
    assert!(folder.read("large.svg").len() > 20_000_000);
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

#[test]
fn a_picture_has_one_kind_from_its_first_row_to_its_last() {
    let folder = small_results();
    let csv = folder.read("small.csv");
    let lines: Vec<&str> = csv.lines().collect();
    let drawn = || folder.says("plot small.csv");
    // So far one board and one start with two orders.
    folder.write("small.csv", lines[..3].join("\n") + "\n");
    assert!(drawn().contains("small.svg: growth"));
    std::fs::remove_file(folder.file("small.meta.json")).unwrap();
    assert!(drawn().contains("small.svg: distribution"));
}

#[test]
fn impossible_pictures_are_refused() {
    let folder = small_results();
    for (arguments, why) in [
        ("--kind hetmap", "a similar value exists: 'heatmap'"),
        ("--by strat_row", "start_row"),
        ("--kind heatmap --by order", "--by works only with --kind ecdf"),
        ("--kind ecdf --job 3", "--job works only with --kind tour"),
        ("--kind ecdf --curve 8^n", "--curve works only with --kind growth"),
        ("--kind growth --curve 8n", "such as 8^n"),
        ("--kind growth --where board=5x5", "all jobs are on 5x5"),
        ("--job 999", "no row of job 999"),
        ("--job 0", "job 0 has no recorded tour; its outcome is"),
        ("--out small.csv", "must end in .svg"),
        ("--width 39", "write a number of millimetres from 40 to 1000"),
        ("--font-size 5.9", "write a number of points from 6 to 40"),
        ("--font-size 26", "26 points leave no room in 170 mm; give at most 25, or --width 174"),
        ("--width 40 --font-size 9.5", "give at most 9, or --width 64"),
        ("--font-size NaN", "write a number of points from 6 to 40"),
        ("--title a --no-title", "cannot be used with"),
    ] {
        let before = folder.names();
        let message = folder.fails(2, &format!("plot small.csv {arguments}"));
        assert!(message.contains(why), "{arguments}: {message}");
        assert_eq!(folder.names(), before, "{arguments}");
    }
    folder.run("report small.csv --out small.csv").code(2);
    let before = folder.names();
    folder.run("plot there/nothing.csv").code(2);
    folder.run("report there/nothing.csv").code(2);
    assert_eq!(folder.names(), before, "no folder is made for what is not drawn");
}

#[test]
fn a_table_of_start_squares_is_drawn_as_a_heat_map() {
    let folder = small_results();
    let sums = "summarize small.csv --by rows,cols,start_row,start_col --format csv";
    let table = folder.prints(sums);
    std::fs::write(folder.file("starts.csv"), table).unwrap();
    folder.run("plot starts.csv").success();
    let svg = folder.read("starts.svg");
    assert!(svg.contains("Share of jobs with a tour by start square: 4x4, 5x5"), "{svg}");
    assert_eq!(svg.matches("data-start=").count(), 16 + 25);
    // Of the 1,728 tours (OEIS A165134) 304 begin in each corner.
    folder.run("count --board 5x5 --starts --quiet --out tours.csv").success();
    folder.run("plot tours.csv").success();
    let svg = folder.read("tours.svg");
    assert!(svg.contains(">Tours by start square: 5x5</text>"), "{svg}");
    assert!(svg.matches(">304</text>").count() == 4 && svg.contains(">64</text>"), "{svg}");
    folder.run("plot starts.csv --value checks_max --out most.svg").success();
    assert!(folder.read("most.svg").contains("Most checks by start square"));
    for (arguments, why) in [
        ("starts.csv --kind ecdf", "it is a table of start squares"),
        ("starts.csv --where rule=fixed", "leave out --by, --job, --where"),
        ("starts.csv --value most", "it has no column `most`"),
        ("small.csv --value checks", "--value works only with a table of start squares"),
    ] {
        let failed = folder.run(&format!("plot {arguments} --out other.svg")).failure();
        assert!(stderr(&failed).contains(why), "{}", stderr(&failed));
    }
}
