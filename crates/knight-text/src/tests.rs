//! Texts, and what is read in them: the cases of `tests/data` and the examples of
//! `docs/reference/pasted-text.md`.

pub(crate) mod cases;
pub(crate) mod facts;

const PAGE: &str = include_str!("../../../docs/reference/pasted-text.md");

#[test]
fn every_example_of_the_page_is_read_as_it_says() {
    let blocks: Vec<&str> = PAGE.split("```").skip(1).step_by(2).collect();
    for block in &blocks {
        let (said, text) = block.split_once('\n').unwrap();
        let (said, found) = match said.strip_prefix("moves ") {
            Some(said) => (said, facts::of_moves(text, None)),
            None => (said, facts::of_tour(text, None)),
        };
        let is_right = said.split(' ').all(|fact| found.iter().any(|it| it == fact));
        assert!(is_right, "{found:?}: {block}");
    }
    assert_eq!(blocks.len(), 8);
}
