//! `report`: one page about several results.

use crate::program::small_results;

#[test]
fn a_job_of_two_files_counts_once() {
    let folder = small_results();
    let again = folder.read("small.csv");
    folder.write("again.csv", again);
    folder.write("again.meta.json", folder.read("small.meta.json"));
    folder.run("report small.csv again.csv --out both.html").success();
    let page = folder.read("both.html");
    assert!(page.contains("<p>82 jobs: ") && page.contains("82 rows, 82 of them counted already"));
    folder.run("report small.csv again.csv --by file --out both.html").success();
    assert!(folder.read("both.html").contains("<p>164 jobs: "));
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
        "Fewest and most checks",
        "66005601",
        "82 rows",
        "sweep --board 8x8",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn a_report_does_not_call_a_file_without_a_sidecar_complete() {
    let folder = small_results();
    let csv = folder.read("small.csv");
    let part: Vec<&str> = csv.lines().take(20).collect();
    folder.write("part.csv", part.join("\n") + "\n");
    folder.write("quoted.csv", part.join("\n").replacen("rows", "\"rows\"", 1) + "\n");
    for (file, is_known) in [("small.csv", true), ("part.csv", false), ("quoted.csv", false)] {
        folder.run(&format!("report {file} --out page.html")).success();
        let unknown = "<dt>complete</dt><dd>not known: there is no sidecar</dd>";
        assert_eq!(folder.read("page.html").contains(unknown), !is_known, "{file}");
    }
}

#[test]
fn kinds_and_groups_of_pictures_can_be_chosen() {
    let folder = small_results();
    folder.run("report small.csv --kind ecdf --by rule --out one.html").success();
    let page = folder.read("one.html");
    assert_eq!(page.matches("<figure class=\"card ").count(), 1);
    assert!(page.contains("<figcaption>") && page.contains(", by rule</figcaption>"));
}
