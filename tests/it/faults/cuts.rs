//! Results cut short.

use crate::program::Folder;

#[test]
#[ignore = "a minute: a file cut at every byte"]
fn a_file_cut_at_every_byte_is_completed_again() {
    let sweep =
        "sweep --board 3x3 3x4 --starts corners --orders fig2 --budget 100 --out x.csv --quiet";
    let folder = Folder::new();
    folder.run(sweep).success();
    let (csv, sidecar) = (folder.read("x.csv"), folder.read("x.meta.json"));
    let whole = folder.rows_but_times("x.csv");
    let unsealed = {
        let mut sidecar: serde_json::Value = serde_json::from_str(&sidecar).unwrap();
        sidecar["sealed"] = serde_json::Value::Null;
        sidecar.to_string()
    };
    for meta in [&sidecar, &unsealed] {
        for cut in 0..csv.len() {
            folder.write("x.csv", &csv[..cut]);
            folder.write("x.meta.json", meta);
            folder.run(sweep).success();
            assert_eq!(folder.rows_but_times("x.csv"), whole, "cut at {cut}");
        }
    }
    folder.run("verify x.csv").success();
    super::ran("a_file_cut_at_every_byte_is_completed_again", 2 * csv.len());
}
