//! The straight line through points, with the standard error of its slope.

use std::collections::HashSet;

/// A straight line fitted by least squares.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trend {
    /// The slope.
    pub slope: f64,
    /// The standard error of the slope: √(s² / Σ(x − x̄)²), where s² is the sum of the squared
    /// residuals over the number of points less two.
    pub error: f64,
    /// The mean of the points, which is on the line.
    mean: (f64, f64),
}

impl Trend {
    /// The y of the line at this x.
    pub fn at(self, x: f64) -> f64 {
        self.mean.1 + self.slope * (x - self.mean.0)
    }
}

/// The ordinary least-squares line of y on x. `None` with fewer than three different x.
pub fn fitted(points: &[(f64, f64)]) -> Option<Trend> {
    let different: HashSet<u64> = points.iter().map(|point| point.0.to_bits()).collect();
    if different.len() < 3 {
        return None;
    }
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let spread: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    let together: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let slope = together / spread;
    let residual = |(x, y): &(f64, f64)| (y - mean_y - slope * (x - mean_x)).powi(2);
    let variance = points.iter().map(residual).sum::<f64>() / (count - 2.0);
    Some(Trend { slope, error: (variance / spread).sqrt(), mean: (mean_x, mean_y) })
}

#[cfg(test)]
mod tests {
    use crate::analysis::trend::*;

    /// `numpy.polyfit(x, y, 1, cov=True)` and `scipy.stats.linregress` give these.
    #[test]
    fn slopes_and_errors_are_those_of_scipy() {
        let trend = fitted(&[(1.0, 2.0), (2.0, 3.0), (3.0, 5.0), (4.0, 4.0)]).unwrap();
        assert!((trend.slope - 0.8).abs() < 1e-12);
        assert!((trend.error - 0.424_264_068_711_928_5).abs() < 1e-12);
        assert!((trend.at(0.0) - 1.5).abs() < 1e-12);
        let exact = fitted(&[(25.0, 50.0), (36.0, 72.0), (49.0, 98.0)]).unwrap();
        assert!((exact.slope - 2.0).abs() < 1e-12 && exact.error < 1e-9);
    }

    #[test]
    fn two_sizes_have_no_trend() {
        assert_eq!(fitted(&[(1.0, 2.0), (2.0, 3.0), (2.0, 4.0)]), None);
    }
}
