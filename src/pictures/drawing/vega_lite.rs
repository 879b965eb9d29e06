//! The numbers behind a picture as a specification of Vega-Lite, which draws them again.

use serde_json::{Value, json};

use crate::pictures::drawing::choices::LegendPlace;
use crate::pictures::drawing::data::{Chart, ChartMark};
use crate::pictures::drawing::svg::{MADE_BY, Picture};
use crate::text::formatting::joined;

impl Picture {
    /// The specification, which holds the [data](Picture::data) as CSV; `None` if they are not
    /// drawn as points, lines, bars or squares.
    pub fn vega_lite(&self, title: Option<&str>, legend: LegendPlace) -> Option<String> {
        let chart = self.data.chart()?;
        let legend = match legend {
            LegendPlace::Nowhere => Value::Null,
            LegendPlace::Below => json!({ "orient": "bottom" }),
            LegendPlace::Above => json!({ "orient": "top" }),
        };
        let (mark, encoding) = match chart.mark {
            ChartMark::Squares { shade } => self.squares(chart, shade, &legend)?,
            _ => self.curves(chart, &legend)?,
        };
        let width = match chart.mark {
            ChartMark::Squares { .. } => json!({ "step": 24 }),
            _ => json!(self.width.round()),
        };
        let parts = [
            ("$schema", json!("https://vega.github.io/schema/vega-lite/v6.json")),
            ("usermeta", json!({ "note": MADE_BY })),
            ("title", json!(title.unwrap_or(&self.headline))),
            ("description", json!(joined([&self.headline].into_iter().chain(&self.notes), "\n"))),
            ("width", width),
            ("mark", mark),
            ("encoding", encoding),
            ("data", json!({ "format": { "type": "csv" }, "values": self.data.csv() })),
        ];
        let parts = parts.map(|(name, value)| format!("  \"{name}\": {value}"));
        Some(format!("{{\n{}\n}}\n", parts.join(",\n")))
    }

    /// The mark and the encoding of points, lines and bars.
    fn curves(&self, chart: Chart, legend: &Value) -> Option<(Value, Value)> {
        let [across, up] = self.axes.as_ref()?;
        let axis = |field: &str, (label, is_log): &(String, bool)| {
            let scale = json!({ "type": if *is_log { "log" } else { "linear" }, "zero": false });
            json!({ "field": field, "type": "quantitative", "title": label, "scale": scale })
        };
        let (mut x, mut y) = (axis(chart.across, across), axis(chart.up, up));
        let colour = json!({ "field": chart.group, "type": "nominal", "legend": legend });
        let mut encoding = json!({ "color": colour });
        let mark = match chart.mark {
            ChartMark::Steps => {
                json!({ "type": "line", "interpolate": "step-after", "tooltip": true })
            }
            ChartMark::Lines => json!({ "type": "line", "point": true, "tooltip": true }),
            ChartMark::Points | ChartMark::Squares { .. } => {
                json!({ "type": "point", "tooltip": true })
            }
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
        Some((mark, encoding))
    }

    /// The mark and the encoding of squares, in panels. What has no value is grey.
    fn squares(&self, chart: Chart, shade: &str, legend: &Value) -> Option<(Value, Value)> {
        let (label, scale) = self.shades.as_ref()?;
        let place = |field: &str| json!({ "field": field, "type": "ordinal", "sort": null });
        let [mut x, y, mut panels] = [chart.across, chart.up, chart.group].map(place);
        if chart.across == "col" {
            (x["title"], x["axis"]) = (json!("column"), json!({ "labelAngle": 0 }));
        }
        (panels["columns"], panels["title"]) = (json!(2), Value::Null);
        let mut colour = json!({ "field": shade, "type": "quantitative", "title": label });
        (colour["scale"], colour["legend"]) = (scale.clone(), legend.clone());
        let is_missing = format!("datum['{shade}'] === null || datum['{shade}'] === ''");
        colour["condition"] = json!({ "test": is_missing, "value": "#ddd" });
        let encoding = json!({ "x": x, "y": y, "color": colour, "facet": panels });
        Some((json!({ "type": "rect", "tooltip": true }), encoding))
    }
}
