//! The jobs of plans, their order and their shards: results that exist must stay those of their
//! experiments.

use std::fs;
use std::path::{Path, PathBuf};

use knight_search::{Method, Problem};
use knightsweep::experiment::plan::Plan;
use knightsweep::experiment::shard::Shard;
use knightsweep::experiment::toml_file;
use sha2::{Digest, Sha256};

/// Small experiments with what the committed ones lack.
const MORE: [&str; 6] = [
    "boards = [\"5x7\", \"3x4\"]\nstarts = \"all\"\norders = \"sample:50:1\"\n\
     images = true\nsymmetry = \"reduce\"",
    "boards = [\"4x6\", \"6x4\"]\nstarts = [\"2,1\", \"all\"]\norders = \"all\"\n\
     symmetry = \"reduce\"",
    "boards = \"5-7\"\nstarts = \"all\"\norders = [\"images:fig2\", \"tutorial\"]\n\
     impossible = \"skip\"\nsymmetry = \"reduce\"\ngoal = [\"closed\", \"open\"]",
    "boards = [\"7x5\", \"5x5\"]\nstarts = [\"1,2\", \"corners\", \"orbits\"]\n\
     orders = [\"12345687\", \"images:fig2\"]\nimages = true\nimpossible = \"skip\"",
    "boards = [\"5x6\", \"6x6\"]\nstarts = \"orbits\"\norders = \"sample:9:1\"\n\
     rule = [\"greedy-random\", \"fixed\"]\nseeds = [9, \"1-3\"]\nsymmetry = \"reduce\"\n\
     images = true",
    "boards = [\"5x6\", \"7x7\"]\nstarts = \"all\"\norders = \"all\"\n\
     rule = [\"greedy-random\", \"greedy\"]\nseeds = \"5-8\"\ndraws = \"500:3\"",
];

fn experiment_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .flat_map(|path| if path.is_dir() { experiment_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    files
}

/// How many jobs and searches there are, and hashes of the experiment and of its jobs; of many
/// jobs, of thousands spread over all.
fn listed(text: &str, path: &Path) -> String {
    const MOST: u64 = 1000;
    let experiment = toml_file::parse(text, path).unwrap();
    let plan = Plan::new(&experiment);
    let mut jobs = Sha256::new();
    let step = plan.len().div_ceil(MOST) as usize | 1;
    for id in (0..plan.len()).step_by(step) {
        let job = plan.job(id).unwrap();
        assert_eq!(plan.find(&job), Some(id));
        let rows = plan.rows_from(plan.searched_for(id));
        let shards = [3, 64].map(|count| plan.shard_of(count, id));
        let Problem { board, start, order, goal, budget } = job.problem;
        let Method { rule, seed, engine } = job.method;
        jobs.update(format!("{board} {start} {order} {goal} {budget} {rule} {seed:?} {engine}"));
        jobs.update(format!(" {:?} {rows:?} {shards:?}\n", job.mirror_of));
    }
    let shards = [(1, 3), (3, 3), (64, 64)].map(|(index, count)| Shard::new(index, count));
    let of_shards = shards.map(|shard| plan.jobs_of_shard(shard));
    let infeasible = plan.infeasible().map_or(0, |infeasible| infeasible.jobs);
    let hash: String = jobs.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let of = &experiment.spec().hash()[..16];
    let (len, searches) = (plan.len(), plan.searches());
    format!("{len} {searches} {infeasible} {of_shards:?} experiment {of} jobs {hash}")
}

#[test]
fn plans_have_the_jobs_that_they_had() {
    let files = experiment_files(Path::new("experiments"));
    let of_file = |path: &PathBuf| {
        let name = path.to_string_lossy().replace('\\', "/");
        format!("{name}: {}\n", listed(&fs::read_to_string(path).unwrap(), path))
    };
    let mut lists: String = files.iter().map(of_file).collect();
    for text in MORE {
        let text = format!("budget = [7, 1000]\n{text}\n");
        lists += &format!("{}\n", listed(&text, Path::new("test.toml")));
    }
    insta::assert_snapshot!(lists);
}
