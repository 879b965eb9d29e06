//! The nodes of searches by depth, as `solve --profile` writes them: the picture with which
//! D. E. Knuth showed how well a search tree can be estimated (*Estimating the efficiency of
//! backtrack programs*, Mathematics of Computation 29, 1975, 121–136).

use serde::Deserialize;

use crate::pictures::drawing::{
    Axis, Curve, CurveChart, CurvePoint, Data, Picture, Scale, Style, Ticks, amount, field, series,
};
use crate::pictures::{PlotError, PlotOption, TablePlot, groups};
use crate::text::formatting::{counted, named_order};
use knight_search::{Board, Goal, MoveOrder, Square};

/// The nodes of searches by depth.
pub static PLOT: TablePlot = TablePlot {
    name: "profile",
    what: "a table of nodes by depth",
    option: PlotOption::Axes,
    is_of: |header| ["rows", "order", "depth", "nodes"].iter().all(|name| header.contains(name)),
    draw: |csv, _, style| draw(&searches(csv)?, style),
};

/// A row of the table.
#[derive(Deserialize)]
struct LevelRow {
    rows: u16,
    cols: u16,
    start_row: u16,
    start_col: u16,
    order: String,
    goal: String,
    depth: u16,
    nodes: Option<f64>,
    nodes_estimate: Option<f64>,
    nodes_low: Option<f64>,
    nodes_high: Option<f64>,
}

/// The name of a search, and its depths.
type Profile = (String, Vec<DrawnLevel>);

/// The nodes of a depth, with the ends of the interval of an estimate.
struct DrawnLevel {
    depth: f64,
    nodes: f64,
    interval: Option<(f64, f64)>,
}

fn searches(csv: &[u8]) -> Result<Vec<Profile>, PlotError> {
    let mut searches: Vec<Profile> = Vec::new();
    for row in csv::Reader::from_reader(csv).deserialize() {
        let row: LevelRow = row.map_err(PlotError::unfit)?;
        let (search, level) = (row.search()?, row.level()?);
        match searches.last_mut() {
            Some((last, levels)) if *last == search => match levels.last() {
                Some(before) if before.depth >= level.depth => {
                    let depth = level.depth;
                    return Err(PlotError::unfit(format!(
                        "{search}: depth {depth} stands twice, or behind a deeper one"
                    )));
                }
                _ => levels.push(level),
            },
            _ => searches.push((search, vec![level])),
        }
    }
    if searches.is_empty() { Err(PlotError::NoRows) } else { Ok(searches) }
}

impl LevelRow {
    /// The search to which it belongs, in words.
    fn search(&self) -> Result<String, PlotError> {
        let board = Board::new(self.rows, self.cols).map_err(PlotError::unfit)?;
        let start = Square { row: self.start_row, col: self.start_col };
        if !board.contains(start) || !(1..=board.area()).contains(&self.depth.into()) {
            let depth = self.depth;
            return Err(PlotError::unfit(format!(
                "{board} has no start {start} or no depth {depth}"
            )));
        }
        let order: MoveOrder = self.order.parse().map_err(PlotError::unfit)?;
        let goal: Goal = self.goal.parse().map_err(PlotError::unfit)?;
        let goal = if goal == Goal::Open { String::new() } else { format!(", {goal}") };
        Ok(format!("{board} from {start}, order {}{goal}", named_order(order)))
    }

    fn level(&self) -> Result<DrawnLevel, PlotError> {
        let depth = f64::from(self.depth);
        match (self.nodes, self.nodes_estimate, self.nodes_low, self.nodes_high) {
            (Some(nodes), None, None, None) if nodes >= 0.0 && nodes.fract() == 0.0 => {
                Ok(DrawnLevel { depth, nodes, interval: None })
            }
            (None, Some(nodes), Some(low), Some(high))
                if 0.0 <= low && low <= nodes && nodes <= high && high.is_finite() =>
            {
                Ok(DrawnLevel { depth, nodes, interval: Some((low, high)) })
            }
            _ => Err(PlotError::unfit(format!(
                "depth {}: expected a whole number of nodes, or nodes_estimate between nodes_low \
                 and nodes_high",
                self.depth
            ))),
        }
    }
}

/// Draws a line for each search, and the intervals of its estimates as a band.
fn draw(searches: &[Profile], style: &Style) -> Result<Picture, PlotError> {
    groups::check(searches.len(), series::MOST)?;
    let levels = || searches.iter().flat_map(|(_, levels)| levels);
    let deepest = levels().map(|level| level.depth).fold(1.0, f64::max);
    let nodes = levels().map(|level| level.nodes).filter(|nodes| *nodes >= 1.0);
    let across = Scale::linear(0.0, deepest + 1.0);
    let across = Axis::new(across, Ticks::Round, "depth: squares on the path");
    let up = Axis::new(Scale::tight(nodes), Ticks::Round, "nodes");
    let curve = |(search, levels): &Profile| {
        let drawn = levels.iter().filter(|level| level.nodes >= 1.0);
        let point = |level: &DrawnLevel| {
            let words = format!("{search}, {}", level.in_words());
            CurvePoint::new((level.depth, level.nodes), words)
        };
        let points: Vec<CurvePoint> = drawn.map(point).collect();
        Curve {
            legend: format!("{search}: {}", total(levels)),
            bands: vec![levels.iter().filter_map(DrawnLevel::band).collect()],
            lines: vec![points.iter().map(|point| point.at).collect()],
            points,
            ..Curve::default()
        }
    };
    let headline = match searches {
        [(search, levels)] => format!("{} by depth: {search}", total(levels)),
        _ => format!("Nodes of {} searches by depth", searches.len()),
    };
    let curves = searches.iter().map(curve).collect();
    let mut picture = CurveChart::of(headline, [across, up], curves).draw(style);
    let note = match levels().any(|level| level.interval.is_some()) {
        true => "Bands are 95% intervals of estimates; depths without one are counted.",
        false => "All nodes are counted.",
    };
    picture.notes.push(note.to_owned());
    picture.tabulate(|| data(searches));
    Ok(picture)
}

fn data(searches: &[Profile]) -> Data {
    let rows = searches.iter().flat_map(|(search, levels)| {
        levels.iter().map(|DrawnLevel { depth, nodes, interval }| {
            let [low, high] = [interval.map(|ends| ends.0), interval.map(|ends| ends.1)].map(field);
            [search.clone(), depth.to_string(), nodes.to_string(), low, high]
        })
    });
    Data::of("search,depth,nodes,nodes_low,nodes_high", rows)
}

impl DrawnLevel {
    /// Where it is, and the ends of its interval.
    fn band(&self) -> Option<(f64, f64, f64)> {
        self.interval.map(|(low, high)| (self.depth, low, high))
    }

    fn in_words(&self) -> String {
        let depth = self.depth;
        match self.interval {
            None => format!("depth {depth}: {}", counted(self.nodes as u128, "node")),
            Some((low, high)) => {
                let [nodes, low, high] = [self.nodes, low, high].map(amount);
                format!("depth {depth}: about {nodes} nodes (95%: {low} to {high})")
            }
        }
    }
}

/// The nodes of all depths in words.
fn total(levels: &[DrawnLevel]) -> String {
    let nodes: f64 = levels.iter().map(|level| level.nodes).sum();
    match levels.iter().all(|level| level.interval.is_none()) {
        true => counted(nodes as u128, "node"),
        false => format!("about {} nodes", amount(nodes)),
    }
}

#[cfg(test)]
mod tests {
    use crate::pictures::drawing::tests::assert_legible;
    use crate::pictures::profile::*;

    const TABLE: &str = "\
rows,cols,start_row,start_col,order,goal,depth,nodes,nodes_estimate,nodes_low,nodes_high
3,4,1,1,12345678,open,1,1,,,
3,4,1,1,12345678,open,2,,2.5,0,5.1
3,4,1,1,12345678,open,3,0,,,
3,4,1,2,12345678,closed,1,1,,,
";

    #[test]
    fn each_search_is_a_line_and_each_depth_with_nodes_a_point() {
        let searches = searches(TABLE.as_bytes()).unwrap();
        let numbers: Vec<usize> = searches.iter().map(|(_, levels)| levels.len()).collect();
        assert_eq!(numbers, [3, 1]);
        for style in [Style::default(), Style::of_print(60.0, 9.0)] {
            let picture = draw(&searches, &style).unwrap();
            assert_legible(&picture);
            assert_eq!(picture.inline().matches("<circle").count(), 3);
        }
    }

    #[test]
    fn rows_that_are_neither_counted_nor_estimated_are_faults() {
        for row in ["3,4,1,1,12345678,open,1,,,,", "3,4,1,1,12345678,open,1,1,2,1,3", "3,4,,,,,1,1"]
        {
            let header = TABLE.lines().next().unwrap();
            let table = format!("{header}\n{row}\n");
            assert!(matches!(searches(table.as_bytes()), Err(PlotError::Unfit(_))), "{row}");
        }
        assert_eq!(searches(b"depth,nodes\n").err(), Some(PlotError::NoRows));
    }
}
