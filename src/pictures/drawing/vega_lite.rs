//! The numbers behind a picture as a specification of Vega-Lite, which draws them again.

use serde_json::{Value, json};

use crate::pictures::drawing::choices::LegendPlace;
use crate::pictures::drawing::data::ChartMark;
use crate::pictures::drawing::svg::{MADE_BY, Picture};
use crate::text::formatting::joined;

impl Picture {
    /// The specification, which holds the [data](Picture::data) as CSV; `None` if they are not
    /// drawn as points, lines or bars.
    pub fn vega_lite(&self, title: Option<&str>, legend: LegendPlace) -> Option<String> {
        let chart = self.data.chart()?;
        let [across, up] = self.axes.as_ref()?;
        let axis = |field: &str, (label, is_log): &(String, bool)| {
            let scale = json!({ "type": if *is_log { "log" } else { "linear" }, "zero": false });
            json!({ "field": field, "type": "quantitative", "title": label, "scale": scale })
        };
        let (mut x, mut y) = (axis(chart.across, across), axis(chart.up, up));
        let legend = match legend {
            LegendPlace::Nowhere => Value::Null,
            LegendPlace::Below => json!({ "orient": "bottom" }),
            LegendPlace::Above => json!({ "orient": "top" }),
        };
        let colour = json!({ "field": chart.group, "type": "nominal", "legend": legend });
        let mut encoding = json!({ "color": colour });
        let mark = match chart.mark {
            ChartMark::Steps => {
                json!({ "type": "line", "interpolate": "step-after", "tooltip": true })
            }
            ChartMark::Lines => json!({ "type": "line", "point": true, "tooltip": true }),
            ChartMark::Points => json!({ "type": "point", "tooltip": true }),
            ChartMark::Bars { to } => {
                y["stack"] = Value::Null;
                encoding["x2"] = json!({ "field": to });
                encoding["row"] = json!({ "field": chart.group, "type": "nominal" });
                json!({ "type": "bar", "tooltip": true })
            }
        };
        // The only column of an axis that has names.
        if chart.across == "board" {
            x = json!({ "field": chart.across, "type": "ordinal", "title": across.0, "sort": null });
        }
        (encoding["x"], encoding["y"]) = (x, y);
        let parts = [
            ("$schema", json!("https://vega.github.io/schema/vega-lite/v6.json")),
            ("usermeta", json!({ "note": MADE_BY })),
            ("title", json!(title.unwrap_or(&self.headline))),
            ("description", json!(joined([&self.headline].into_iter().chain(&self.notes), "\n"))),
            ("width", json!(self.width.round())),
            ("mark", mark),
            ("encoding", encoding),
            ("data", json!({ "format": { "type": "csv" }, "values": self.data.csv() })),
        ];
        let parts = parts.map(|(name, value)| format!("  \"{name}\": {value}"));
        Some(format!("{{\n{}\n}}\n", parts.join(",\n")))
    }
}
