//! Large experiments and long command lines: what is written can be read, and time and memory grow
//! with what there is, not with what is claimed.

use std::process::{Command, Output};

use knightsweep::experiment::{Spec, toml_file};
use serde_json::Value;

use crate::program::Folder;

/// Runs a command line with these limits of the shell, such as `ulimit -t 20`.
fn limited(folder: &Folder, limits: &str, arguments: &str) -> Output {
    let program = crate::program::path();
    Command::new("sh")
        .args(["-c", &format!("{limits}; exec \"$0\" {arguments}"), &program.to_string_lossy()])
        .current_dir(folder.path())
        .output()
        .unwrap()
}

fn quoted(words: impl Iterator<Item = String>) -> String {
    words.map(|word| format!("\"{word}\",\n")).collect()
}

#[test]
#[ignore = "seconds: experiments with thousands of words"]
fn plans_take_time_for_words_and_not_for_their_product() {
    let folder = Folder::new();
    let boards = quoted((1..=200).flat_map(|i| (1..=200).map(move |j| format!("{i}x{j}"))));
    let orders = quoted((0..40_320).map(|rank| format!("rank:{rank}")));
    let samples = quoted((0..4000).map(|_| "sample:9:1".to_owned()));
    let starts = quoted((0..4000).map(|i| format!("{},{}", 1 + i / 20 % 20, 1 + i % 20)));
    let experiments = [
        format!("boards = [{boards}]\nstarts = \"1,1\"\norders = \"fig2\""),
        format!(
            "boards = [{boards}]\nstarts = [\"corners\", \"1,1\"]\norders = \"fig2\"\ntours = true"
        ),
        "boards = \"20-300\"\nstarts = \"all\"\norders = \"fig2\"\nimages = true".to_owned(),
        format!("boards = \"20-999\"\nstarts = [{starts}]\norders = \"fig2\""),
        format!("boards = \"8x8\"\nstarts = \"all\"\norders = [{orders}]\nimages = true"),
        "boards = \"5-8\"\nstarts = \"all\"\norders = \"all\"\nsymmetry = \"reduce\"".to_owned(),
        format!("boards = \"8x8\"\nstarts = \"all\"\norders = [{samples}]"),
    ];
    for text in &experiments {
        folder.write("e.toml", format!("{text}\nrule = \"greedy\"\nbudget = 1\n"));
        // Of the processor, so that other tests do not count.
        let output = limited(&folder, "ulimit -t 20", "plan --no-estimate --json e.toml");
        let what = &text[..text.len().min(60)];
        assert!(output.status.success(), "{what}: {}", String::from_utf8_lossy(&output.stderr));
        let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(plan["jobs"].as_u64() >= Some(576), "{what}: {plan}");
    }
    super::ran("plans_take_time_for_words_and_not_for_their_product", experiments.len());
}

#[test]
fn a_sidecar_that_claims_millions_of_jobs_is_verified_at_once() {
    let folder = Folder::new();
    let sweep = "sweep --board 5x5 --starts corners --orders fig2 --rule greedy-random";
    folder.run(&format!("{sweep} --seeds 1 --out x.csv")).success();
    let rows = folder.read("x.csv");
    folder
        .write("x.csv", rows.lines().take(3).fold(String::new(), |text, line| text + line + "\n"));
    let sidecar = folder.json("x.meta.json");
    let all = "starts = \"all\"\norders = \"all\"\nseeds = \"1-90\"";
    let claims = [
        "starts = \"corners\"\norders = \"sample:25:1\"\nseeds = \"1-1000000\"".to_owned(),
        all.to_owned(),
        format!("{all}\nimages = true"),
        format!("{all}\nsymmetry = \"reduce\""),
        format!("{all}\nimages = true\nsymmetry = \"reduce\""),
    ];
    let mut cases = 0;
    for claim in &claims {
        let text =
            format!("boards = \"5x5\"\nrule = \"greedy-random\"\nbudget = \"100M\"\n{claim}");
        let spec: Spec = toml_file::parse(&text, "e.toml".as_ref()).unwrap().spec();
        for shard in [Value::Null, serde_json::json!({"index": 1, "count": 7})] {
            let mut claimed = sidecar.clone();
            claimed["experiment_hash"] = spec.hash().into();
            claimed["experiment"] = serde_json::to_value(&spec).unwrap();
            claimed["jobs"] = 90_000_000.into();
            claimed["shard"] = shard;
            folder.write("x.meta.json", claimed.to_string());
            // In half a GiB, of which the threads have most.
            let limits = "ulimit -t 20; ulimit -v 524288";
            for command in
                ["verify x.csv", "summarize x.csv", "merge x.csv --partial --fresh --out y.csv"]
            {
                let output = limited(&folder, limits, &format!("{command} --threads 2"));
                let told = String::from_utf8_lossy(&output.stderr);
                assert!(
                    output.status.code().is_some_and(|code| code <= 2),
                    "{command}: {claim}: {told}"
                );
                assert!(!told.contains("panicked"), "{command}: {claim}: {told}");
                cases += 1;
            }
        }
    }
    super::ran("a_sidecar_that_claims_millions_of_jobs_is_verified_at_once", cases);
}

#[test]
fn long_command_lines_are_recorded() {
    let folder = Folder::new();
    let orders: Vec<String> = (0..2000).map(|rank| format!("rank:{rank}")).collect();
    let sweep = format!("sweep --board 3x3 --starts 1,1 --budget 1 --orders {}", orders.join(" "));
    let shards = 4;
    for shard in 1..=shards {
        let out = format!("--shard {shard}/{shards} --out s{shard}.csv");
        folder.run(&format!("{sweep} {out}")).success();
    }
    folder.run("merge s1.csv s2.csv s3.csv s4.csv --out all.csv").success();
    let sidecar = folder.json("all.meta.json");
    let sessions = sidecar["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), shards + 1);
    for session in &sessions[..shards] {
        assert!(session["command"].as_array().unwrap().len() > 2000);
    }
    let other = sweep.replace("rank:1999", "rank:2000");
    let told = folder.fails(2, &format!("{other} --out all.csv"));
    assert!(told.len() < 1000, "{told}");
    folder.run("verify all.csv").success();
    super::ran("long_command_lines_are_recorded", shards);
}
