//! Sidecars that contradict their file or themselves.

use serde_json::{Value, json};

use super::merging::{SWEEP, shards};
use super::{changes_nothing, edit_sidecar, ran, searched};
use crate::program::stdout;

#[test]
fn a_sidecar_that_lies_is_not_sound_and_the_same_command_corrects_it() {
    type Change = fn(&mut Value);
    let lies: [(Change, &str); 8] = [
        (|sidecar| sidecar["jobs"] = json!(75), ""),
        (|sidecar| sidecar["jobs"] = json!(4), ""),
        (|sidecar| sidecar["sealed"]["bytes"] = json!(7), ""),
        (|sidecar| sidecar["sealed"]["sha256"] = json!("0".repeat(64)), ""),
        (|sidecar| sidecar["shard"] = Value::Null, ""),
        (|sidecar| sidecar["shard"]["index"] = json!(2), ""),
        (|sidecar| sidecar["shard"]["count"] = json!(3), ""),
        // Only a repair reads all rows again for that.
        (|sidecar| sidecar["results_sha256"] = json!("0".repeat(64)), " --repair"),
    ];
    let folder = shards();
    let (csv, good) = (folder.read("a.csv"), folder.read("a.meta.json"));
    let command = format!("{SWEEP} --shard 1/2 --out a.csv");
    for (number, (lie, flag)) in lies.iter().enumerate() {
        folder.write("a.meta.json", &good);
        edit_sidecar(&folder, "a", lie);
        changes_nothing(&folder, "verify a.csv", 1);
        assert_eq!(searched(&folder, &format!("{command}{flag}")), 0, "lie {number}");
        assert_eq!(folder.read("a.csv"), csv, "lie {number}");
        let verified = folder.run("verify a.csv");
        assert!(verified.get_output().status.success(), "lie {number}: {}", stdout(&verified));
    }
    ran("a_sidecar_that_lies_is_not_sound_and_the_same_command_corrects_it", 2 * lies.len());
}

#[test]
fn impossible_sidecars_are_refused_and_a_repair_keeps_them() {
    let folder = shards();
    let good = folder.read("a.meta.json");
    let command = format!("{SWEEP} --shard 1/2 --out a.csv");
    let shards = [
        json!({"index": 1, "count": 0}),
        json!({"index": 0, "count": 2}),
        json!({"index": 3, "count": 2}),
        json!({"index": -1, "count": 2}),
        json!({"index": 1, "count": 4_294_967_296_u64}),
        json!({"index": 1}),
        json!("1/2"),
    ];
    let mut sidecars: Vec<String> = shards
        .iter()
        .map(|shard| {
            folder.write("a.meta.json", &good);
            edit_sidecar(&folder, "a", |sidecar| sidecar["shard"] = shard.clone());
            folder.read("a.meta.json")
        })
        .collect();
    sidecars.extend(["", "{", "[]", "\0\0\0\0"].map(str::to_owned));
    sidecars.push(good.replacen("\"3x3\"", "\"3x5\"", 1));
    sidecars.push(good.replacen("\"format\": 3", "\"format\": 2", 1));
    sidecars.push(good.replacen("\"jobs\"", "\"jabs\"", 1));
    for (number, sidecar) in (1..).zip(&sidecars) {
        folder.write("a.meta.json", sidecar);
        let is_of_another_version = sidecar.contains("\"format\": 2");
        // The rows are examined all the same.
        changes_nothing(&folder, "verify a.csv", if is_of_another_version { 2 } else { 1 });
        for command in ["merge a.csv b.csv --out x.csv", &command] {
            changes_nothing(&folder, command, 2);
        }
        folder.run("summarize a.csv").success();
        let (flag, again) = if is_of_another_version { ("--fresh", 21) } else { ("--repair", 0) };
        assert_eq!(searched(&folder, &format!("{command} {flag}")), again, "{sidecar}");
        assert_eq!(folder.read(&format!("a.old-{number}.meta.json")), *sidecar);
        folder.run("verify a.csv --complete").success();
    }
    // Rows of somebody else are refused before the sidecar is moved.
    folder.write("a.meta.json", "");
    folder.write("a.csv", "name,age\n");
    changes_nothing(&folder, &format!("{command} --repair"), 2);
    let cases = 5 * sidecars.len() + 1;
    ran("impossible_sidecars_are_refused_and_a_repair_keeps_them", cases);
}
