//! Programs as they are pasted, and what their names say.

use crate::moves::tests::{digits, listed, refusal};
use crate::moves::*;

macro_rules! case {
    ($name:literal) => {
        include_str!(concat!("../../../tests/data/", $name))
    };
}

#[test]
fn pasted_programs_are_read() {
    for text in [
        case!("01-moves-spaced-minus.txt"),
        case!("02-moves-decimal-elsewhere.txt"),
        case!("02b-moves-pascal-range.txt"),
        case!("02d-moves-third-array.txt"),
        case!("18-moves-arrow-assigned.txt"),
        case!("19-moves-recursive-calls.txt"),
    ] {
        assert_eq!(digits(text), "21876543", "{text}");
    }
    assert_eq!(digits(case!("03-moves-horizontal-vertical.txt")), "87654321");
    let comma = refusal(case!("17-moves-comma-missing.txt"));
    assert_eq!(comma, Refusal::MissingComma("1, 2, 2, 1, -1, -2, -2 -1".to_owned()));
}

#[test]
fn names_and_uses_say_what_the_row_is() {
    let arrays = |x: &str, y: &str| {
        format!("int {x}[8] = {{2,1,-1,-2,-2,-1,1,2}};\nint {y}[8] = {{1,2,2,1,-1,-2,-2,-1}};\n")
    };
    for (row, column) in [
        ("row", "col"),
        ("dr", "dc"),
        ("filas", "columnas"),
        ("dZeile", "dSpalte"),
        ("ligne", "colonne"),
        ("vertical", "horizontal"),
        ("rankSteps", "fileSteps"),
    ] {
        let listed = [arrays(row, column), arrays(column, row)].map(|text| listed(&text));
        assert_eq!(
            listed.map(|l| (l.order.to_string(), l.basis)),
            [("21876543".to_owned(), Basis::Names), ("12345678".to_owned(), Basis::Names),]
        );
    }
    let dx = arrays("dx", "dy");
    let used = |program: &str| {
        let listed = listed(&format!("{dx}{program}"));
        (listed.order.to_string(), listed.basis)
    };
    assert_eq!(used("board[y][x] = n;"), ("12345678".to_owned(), Basis::Use));
    assert_eq!(used("if (board[nx][ny] == 0)"), ("21876543".to_owned(), Basis::Use));
    assert_eq!(used("a[x][y] = b[y][x];"), ("21876543".to_owned(), Basis::Nothing));
    assert_eq!(listed(&dx).exchanged.to_string(), "12345678");
}
