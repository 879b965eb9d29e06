//! `paper`: the claims and their verdicts.

use crate::program::{Folder, stdout};

#[test]
fn every_claim_has_its_verdict() {
    let folder = Folder::new();
    let out = stdout(&folder.run("paper --json --quiet").success());
    let findings: Vec<serde_json::Value> = serde_json::from_str(&out).unwrap();
    let told = |finding: &serde_json::Value| {
        let text = |key: &str| finding[key].as_str().unwrap_or("-").to_owned();
        format!("{}: {}, ours {}", text("id"), text("verdict"), text("ours"))
    };
    let verdicts: Vec<String> = findings.iter().map(told).collect();
    insta::assert_snapshot!(verdicts.join("\n"), @"");
    assert!(
        folder.names().is_empty(),
        "nothing is written without --out"
    );
}

#[test]
fn the_experiments_are_kept_where_asked_and_not_run_twice() {
    let folder = Folder::new();
    folder.run("paper --out kept").success();
    let again = folder.run("paper --out kept").success();
    for name in ["paper-fig3", "paper-corners", "paper-diagonal"] {
        let csv = format!("kept/{name}.csv");
        folder.run(&format!("verify {csv}")).success();
        let told = String::from_utf8_lossy(&again.get_output().stderr).into_owned();
        assert!(told.contains(&format!("{csv}: all ")), "{told}");
    }
}
