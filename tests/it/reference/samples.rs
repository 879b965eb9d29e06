//! Command lines that print JSON, and the files that they read.

use crate::program::{Folder, stdout};

/// What a command prints as JSON in one of its forms.
pub(super) struct Shape {
    pub command: &'static str,
    /// When it has this form, behind `JSON`.
    pub when: &'static str,
    runs: Vec<&'static str>,
}

/// The shapes in `samples.txt`.
pub(super) fn shapes() -> Vec<Shape> {
    let mut shapes: Vec<Shape> = Vec::new();
    for line in include_str!("samples.txt").lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(options) => shapes.last_mut().unwrap().runs.push(options),
            None => {
                let (command, when) = line.split_at(line.find(' ').unwrap_or(line.len()));
                shapes.push(Shape { command, when, runs: Vec::new() });
            }
        }
    }
    shapes
}

impl Shape {
    /// What the runs print.
    pub(super) fn printed(&self, folder: &Folder) -> Vec<String> {
        // Some commands need no options.
        let runs = if self.runs.is_empty() { &[""] } else { &self.runs[..] };
        let run = |options: &&str| {
            let command = format!("{} {options} --json", self.command);
            stdout(&folder.run(&command))
        };
        runs.iter().map(run).collect()
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
    let tour = folder.prints("construct --board 5x5");
    folder.write("tour.txt", &tour);
    folder.write("moves.txt", "(0,0) (1,2) (2,4)");
    folder.write("faulty.txt", tour.replacen(" 1 ", " 2 ", 1));
    folder
}
