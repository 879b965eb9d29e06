//! Command lines that print JSON, and the files that they read.

use crate::program::{Folder, stdout};

/// What a command prints as JSON in one of its forms.
pub(super) struct Shape {
    pub command: &'static str,
    /// When it has this form, behind `JSON`.
    pub when: &'static str,
    /// Options for which it prints this form. Together they show every key with every type.
    pub runs: &'static [&'static str],
}

const fn shape(command: &'static str, when: &'static str, runs: &'static [&'static str]) -> Shape {
    Shape { command, when, runs }
}

pub(super) const SHAPES: &[Shape] = &[
    shape(
        "solve",
        "",
        &[
            "--board 5x5 --moves-as c",
            "--board 9x9 --start 1,2 --moves 2,1;1,2;-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1",
            "--board 5x5 --moves 2,1;1,2;-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1",
            "--board 5x5 --moves a=[2,1;1,2;-1,2;-2,1;-2,-1;-1,-2;1,-2;2,-1];shuffle(a)",
            "--board 7x7 --start 1,2",
            "--board 5x5 --rate 2.5M --budget 1e20",
            "--board 5x5 --rate 2.5M --budget 100",
            "--board 5x5 --split-checks",
            "--board 6x6 --engine estimate --precision 10%",
        ],
    ),
    shape(
        "solve",
        " with `--squares`",
        &["--board 5x5 --squares 20 --split-checks", "--board 5x5 --squares 20 --budget 10"],
    ),
    shape("solve", " with `--trace`", &["--board 3x3 --trace 99"]),
    shape("solve", " with `--profile`", &["--board 8x8 --start 3,3 --profile"]),
    shape(
        "best-order",
        "",
        &[
            "--board 5x5 --starts 1,1 1,2",
            "--board 5x5 --starts 1,1 1,2 --compare tutorial --limit 1M",
            "--board 4x5 --starts 1,1 --compare tutorial",
        ],
    ),
    shape(
        "count",
        " of one count",
        &["--board 3x3", "--board 5x5 --start 1,1", "--board 3x100 --goal closed"],
    ),
    shape("count", " of several boards or goals", &["--board 3x4 3x70 --goal open closed"]),
    shape(
        "count",
        " with `--starts`",
        &["--board 4x30 --starts a1 --goal closed", "--board 3x4 --starts"],
    ),
    shape("count", " with `--all-lengths`", &["--board 3x70 --goal closed --all-lengths"]),
    shape(
        "count",
        " with `--estimate`",
        &["--board 5x5 --estimate", "--board 5x5 --goal closed --estimate"],
    ),
    shape("walks", "", &["--board 4x4", "--board 6x7 --start 1,1"]),
    shape("walks", " with `--estimate`", &["--board 5x5 --estimate --precision 10%"]),
    shape("construct", "", &["--board 5x5", "--board 5x5 --start 1,2"]),
    shape("probability", "", &["--board 3x3 --moves 2", "--board 5x5 --moves 100"]),
    shape("run", "", &["both.toml --out both.csv", "estimates.toml --out estimates.csv"]),
    shape(
        "sweep",
        "",
        &[
            "--board 3x3 --out 3x3.csv",
            "--board 3x3 --budget 1k none --out budgets.csv",
            "--board 4x13 --starts 1,1 --engine estimate --precision 20% --budget none --out e.csv",
        ],
    ),
    shape(
        "plan",
        "",
        &[
            "both.toml",
            "--board 6x6 --starts 1,1 --budget none --out shard-1.csv",
            "--board 5x5 --budget 1k 1M --no-estimate --skip-impossible --moves-as c",
            "--board 5x5 --draws 5:1 --no-estimate",
        ],
    ),
    shape("merge", "", &["shard-1.csv shard-2.csv --out merged.csv"]),
    shape(
        "verify",
        " of results",
        &["all.csv --recompute 1", "shard-1.csv", "partial.csv", "damaged.csv", "alone.csv"],
    ),
    shape("verify", " of a table", &["table.csv", "lonely.csv"]),
    shape("verify", " of a tour", &["tour.txt", "faulty.txt", "moves.txt --board 5x5"]),
    shape(
        "summarize",
        "",
        &[
            "all.csv",
            "all.csv --by outcome,order",
            "budgets.csv",
            "estimates.csv --by seed",
            "seeds.csv rules.csv --by goal,rule,start,start_class,seed",
            "all.csv --by board,file,engine,start_row,start_col,success,closed,checks,job,order_rank",
        ],
    ),
    shape(
        "summarize",
        " with `--restarts`",
        &[
            "all.csv --restarts --by start",
            "all.csv --restarts --by order",
            "seeds.csv --restarts",
            "rules.csv --restarts --by rule",
            "budgets.csv --restarts",
            "all.csv --restarts --by board",
        ],
    ),
    shape(
        "compare",
        "",
        &[
            "all.csv --between order",
            "all.csv --between order --where start=1,2",
            "rules.csv --between rule",
            "timed.csv --between order",
        ],
    ),
    shape(
        "compare",
        " with `--pairs`",
        &[
            "all.csv --between order --pairs",
            "goals.csv --between goal --pairs",
            "rules.csv --between rule --pairs",
            "rules.csv --between start --pairs",
            "seeds.csv --between order --pairs",
            "all.csv --between board --pairs",
            "budgets.csv --between budget --pairs",
            "timed.csv --between order --pairs",
        ],
    ),
    shape("paper", "", &[""]),
    shape("tutorials", "", &[""]),
];

impl Shape {
    /// What the runs print.
    pub(super) fn printed(&self, folder: &Folder) -> Vec<String> {
        let run =
            |options: &&str| stdout(&folder.run(&format!("{} {options} --json", self.command)));
        self.runs.iter().map(run).collect()
    }
}

/// A folder with the files that the runs read.
pub(super) fn folder() -> Folder {
    let folder = Folder::new();
    let experiment = "title = \"two boards\"\nboards = [\"3x3\", \"5x5\"]\nstarts = \"all\"\n\
        orders = \"fig2\"\nbudget = \"30k\"\ntime_limit = \"60s\"\n";
    folder.write("both.toml", experiment);
    let estimates = "boards = \"4x13\"\nstarts = \"1,1\"\norders = \"fig2\"\nbudget = \"none\"\n\
        engine = \"estimate\"\nprecision = \"20%\"\n";
    folder.write("estimates.toml", estimates);
    for command in [
        "sweep --board 4-5 --orders fig2 tutorial --budget 30k --tours --out all.csv",
        "sweep --board 5x6 --starts 1,1 --goal open closed --budget none --out goals.csv",
        "sweep --board 6x6 --starts 1,1 --orders fig2 tutorial --rule greedy-random --seeds 1-20 \
         --out seeds.csv",
        "sweep --board 5x5 --starts corners --orders fig2 --rule warnsdorff warnsdorff-roth \
         --out rules.csv",
        "sweep --board 8x8 --starts 1,2 --orders fig2 tutorial --budget none --engine step \
         --time-limit 1ms --out timed.csv",
        "run both.toml --shard 1/2 --out shard-1.csv",
        "run both.toml --shard 2/2 --out shard-2.csv",
        "merge shard-1.csv --partial --out partial.csv",
        "sweep --board 3x3 --out damaged.csv",
        "count --board 5x5 --out table.csv",
    ] {
        folder.run(command).success();
    }
    let rows = folder.read("damaged.csv");
    folder.write("damaged.csv", rows.replacen(",none,", ",tour,", 1));
    folder.write("alone.csv", rows.trim_end());
    folder.write("lonely.csv", folder.read("table.csv"));
    let tour = stdout(&folder.run("construct --board 5x5").success());
    folder.write("tour.txt", &tour);
    folder.write("moves.txt", "(0,0) (1,2) (2,4)");
    folder.write("faulty.txt", tour.replacen(" 1 ", " 2 ", 1));
    folder
}
