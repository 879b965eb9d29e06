//! The examples of `docs/reference/pasted-text.md`.

use crate::{moves, tours};

const PAGE: &str = include_str!("../../../docs/reference/pasted-text.md");

#[test]
fn every_example_of_the_page_is_read_as_it_says() {
    let mut count = 0;
    for block in PAGE.split("```").skip(1).step_by(2) {
        let (said, text) = block.split_once('\n').unwrap();
        let tour = tours::read(text, None);
        let is_right = match said.split_once(' ') {
            Some(("tour", board)) => {
                tour.is_ok_and(|read| read.is_tour() && read.board.to_string() == board)
            }
            Some(("moves", "refused")) => moves::read(text, false).is_err(),
            Some(("moves", order)) => {
                moves::read(text, false).is_ok_and(|read| read.order.to_string() == order)
            }
            None if said == "wrong" => tour.is_ok_and(|read| !read.is_tour()),
            _ => said == "refused" && tour.is_err(),
        };
        assert!(is_right, "{block}");
        count += 1;
    }
    assert_eq!(count, 8);
}
