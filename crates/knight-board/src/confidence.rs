//! Quantiles for 95 % confidence intervals.

/// The 97.5 % quantile of the normal distribution.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

/// The 97.5 % quantile of Student's distribution, to 0.01 % for nine degrees of freedom or more:
/// expansion 26.7.5 in Abramowitz and Stegun, *Handbook of Mathematical Functions*.
///
/// ```
/// assert!((knight_board::students_t(30.0) - 2.042_272).abs() < 1e-5);
/// ```
pub fn students_t(freedom: f64) -> f64 {
    let powers = [1, 3, 5, 7, 9].map(|power| NORMAL_95.powi(power));
    let term = |factors: [f64; 5], divisor: f64| {
        powers.iter().zip(factors).map(|(power, factor)| power * factor).sum::<f64>() / divisor
    };
    NORMAL_95
        + term([1.0, 1.0, 0.0, 0.0, 0.0], 4.0) / freedom
        + term([3.0, 16.0, 5.0, 0.0, 0.0], 96.0) / freedom.powi(2)
        + term([-15.0, 17.0, 19.0, 3.0, 0.0], 384.0) / freedom.powi(3)
        + term([-945.0, -1920.0, 1482.0, 776.0, 79.0], 92_160.0) / freedom.powi(4)
}

#[cfg(test)]
mod tests {
    use crate::confidence::*;

    #[test]
    fn quantiles_are_those_of_printed_tables() {
        for (freedom, printed) in
            [(9.0, 2.262_157), (15.0, 2.131_450), (30.0, 2.042_272), (100.0, 1.983_972)]
        {
            let error: f64 = students_t(freedom) / printed - 1.0;
            assert!(error.abs() < 1e-4, "{freedom}: {error}");
        }
    }
}
