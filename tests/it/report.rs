//! `report`: one page about several results.

use crate::program::small_results;

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
    for part in ["Outcomes", "Pictures", "card tour", "66005601", "82 rows", "sweep --board 8x8"] {
        assert!(page.contains(part), "{part}");
    }
}
