//! `report`: one page about several results.

use crate::program::{Folder, small_results};

#[test]
fn two_runs_of_an_experiment_are_compared() {
    let folder = small_results();
    let again = folder.read("small.csv");
    folder.write("again.csv", again);
    folder.write("again.meta.json", folder.read("small.meta.json"));
    folder.run("report small.csv again.csv --out both.html").success();
    let page = folder.read("both.html");
    let (_, outcomes) = page.split_once("id=\"outcomes-table\"").unwrap();
    let (outcomes, _) = outcomes.split_once("</table>").unwrap();
    assert!(outcomes.contains("The same in all rows: jobs 82,"), "{outcomes}");
    assert!(page.contains("<dt>jobs</dt><dd>82</dd>"));
}

#[test]
fn a_report_needs_no_other_file() {
    let folder = small_results();
    folder.run("sweep --board 8x8 --starts 1,1 --orders fig2 --budget none --tours --quiet --out fig3.csv").success();
    folder.run("report small.csv fig3.csv --out both.html").success();
    let page = folder.read("both.html");
    assert!(
        !page.contains("src=") && !page.contains("http://") && !page.contains("https://"),
        "no network"
    );
    assert!(page.len() < 900_000, "{} bytes", page.len());
    for part in [
        "Outcomes",
        "Pictures",
        "Fewest checks",
        "66,005,601",
        "reproduced",
        "sweep --board 8x8",
        "82 rows",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_report_does_not_call_a_file_without_a_sidecar_complete() {
    let folder = small_results();
    let complete = |files: &str| {
        folder.run(&format!("report {files} --out page.html")).success();
        let page = folder.read("page.html");
        let (_, fact) = page.split_once("<dt>complete</dt><dd>").unwrap();
        fact.split_once("</dd>").unwrap().0.to_owned()
    };
    let csv = folder.read("small.csv");
    let part: Vec<&str> = csv.lines().take(20).collect();
    folder.write("part.csv", part.join("\n") + "\n");
    folder.write("quoted.csv", part.join("\n").replacen("rows", "\"rows\"", 1) + "\n");
    assert_eq!(complete("small.csv"), "yes");
    for file in ["part.csv", "quoted.csv"] {
        assert_eq!(complete(file), "not known: no sidecar says how many jobs there are");
    }
    let both = "1 of 2 results, not known of 1 without a sidecar";
    assert_eq!(complete("small.csv part.csv"), both);
}

#[test]
fn many_experiments_have_a_picture_each_and_kinds_can_be_chosen() {
    let folder = small_results();
    let mut names = String::new();
    for number in 1..=5 {
        let sweep = format!("sweep --board 5x{} --starts all --orders fig2", number + 4);
        let out = format!("--budget 1000 --quiet --title Title-{number} --out f{number}.csv");
        folder.run(&format!("{sweep} {out}")).success();
        names += &format!("f{number}.csv ");
    }
    folder.run(&format!("report {names} --out five.html")).success();
    let page = folder.read("five.html");
    assert!(page.contains("<h3>Title-5</h3>"), "each picture has the title of its experiment");
    assert_eq!(page.matches("<figure class=\"card heatmap\"").count(), 5);
    folder.run("report small.csv --kind ecdf --by rule --out one.html").success();
    let page = folder.read("one.html");
    assert_eq!(page.matches("<figure class=\"card ").count(), 1);
    assert!(page.contains("<figcaption>") && page.contains(", by rule</figcaption>"));
    let curve = page.split(" data-points=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(curve.contains(" checks|"), "{curve}");
}

#[test]
fn each_of_several_results_has_a_picture() {
    let folder = Folder::new();
    folder
        .run("sweep --board 5x6 6x6 7x7 --starts all --orders sample:10:1 --budget 9k --out a.csv")
        .success();
    folder.run("sweep --board 8x8 --starts all --rule warnsdorff --out w.csv").success();
    folder.run("report a.csv w.csv --out both.html").success();
    let page = folder.read("both.html");
    assert!(page.contains("<h3>a.csv: ") && !page.contains("no picture"), "{page}");
}
