//! `schema`: the JSON Schema of experiments.

use clap::Args;
use knightsweep::experiment::schema;

use crate::cli::args::Common;
use crate::cli::ui::print;

/// Print the JSON Schema of experiment files
#[derive(Args)]
#[command(after_help = "\
Examples:
  knightsweep schema > schema.json

An editor of TOML (Even Better TOML in VS Code, tombi, taplo) completes and checks what you write in
an experiment that begins with this line:

  #:schema schema.json")]
pub(crate) struct SchemaArgs;

/// `knightsweep schema`
pub(super) fn schema(_: &Common, _: &SchemaArgs) -> anyhow::Result<u8> {
    print(serde_json::to_string_pretty(&schema::of_experiments())? + "\n")
}
