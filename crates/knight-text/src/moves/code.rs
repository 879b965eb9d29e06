//! A move order as code that can be pasted into a program.

use knight_board::{MoveOrder, named_enum};

/// A language that has arrays of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    /// C, also for C++.
    C,
    /// C#.
    CSharp,
    /// Go.
    Go,
    /// Java.
    Java,
    /// JavaScript, also for TypeScript.
    JavaScript,
    /// Python.
    Python,
    /// Rust.
    Rust,
}

named_enum!(
    Language, "language",
    C => "c", CSharp => "csharp", Go => "go", Java => "java", JavaScript => "javascript",
    Python => "python", Rust => "rust"
);

/// The eight moves in the order in which they are tried, as two arrays: the rows down and the
/// columns to the right. [`moves::read`](crate::moves::read) reads them back.
///
/// ```
/// use knight_board::MoveOrder;
/// use knight_text::moves::{Language, as_code};
/// let python = as_code(MoveOrder::FIG2, Language::Python);
/// assert!(python.starts_with("row_moves = [1, 2, 2, 1, -1, -2, -2, -1]\n"));
/// ```
pub fn as_code(order: MoveOrder, language: Language) -> String {
    let deltas = order.moves().map(|mv| mv.delta());
    let rows = deltas.map(|(row, _)| row.to_string()).join(", ");
    let cols = deltas.map(|(_, col)| col.to_string()).join(", ");
    let array = |names: [&str; 3], numbers: &str| {
        let [snake, camel, upper] = names;
        match language {
            Language::C => format!("int {snake}[8] = {{{numbers}}};\n"),
            Language::CSharp | Language::Java => format!("int[] {camel} = {{{numbers}}};\n"),
            Language::Go => format!("var {camel} = [8]int{{{numbers}}}\n"),
            Language::JavaScript => format!("const {camel} = [{numbers}];\n"),
            Language::Python => format!("{snake} = [{numbers}]\n"),
            Language::Rust => format!("const {upper}: [i32; 8] = [{numbers}];\n"),
        }
    };
    array(["row_moves", "rowMoves", "ROW_MOVES"], &rows)
        + &array(["col_moves", "colMoves", "COL_MOVES"], &cols)
}
