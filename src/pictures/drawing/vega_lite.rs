//! The numbers behind a picture as a specification of Vega-Lite, which draws them again.

use serde_json::{Value, json};

use crate::pictures::drawing::caption::{Caption, colour_of};
use crate::pictures::drawing::choices::LegendPlace;
use crate::pictures::drawing::colour::Theme;
use crate::pictures::drawing::curves;
use crate::pictures::drawing::data::{Chart, ChartMark, SymbolOf};
use crate::pictures::drawing::scale::ShownAxis;
use crate::pictures::drawing::series::{self, Symbol};
use crate::pictures::drawing::svg::{MADE_BY, Picture};
use crate::pictures::drawing::text;
use crate::text::formatting::joined;

/// Why a picture has no specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoSpecification {
    /// Its numbers are not drawn as points, lines, bars or squares.
    NoMarks,
    /// Its horizontal axis has names, which have no limits.
    NamedAxis,
}

/// A diagonal through a square: hatching where there is room for one line.
const STROKE: &str = "M-0.7,0.7L0.7,-0.7";

/// The upper right corner of a square.
const CORNER: &str = "M0.3,-1L1,-1L1,-0.3Z";

/// An arrow that begins at a bound.
const ARROW: &str = "M-0.8,0L0.8,0M0,0L0,-2.4M-0.7,-1.6L0,-2.4L0.7,-1.6";

impl Picture {
    /// The specification, which holds the [data](Picture::data) as CSV.
    ///
    /// # Errors
    /// [`NoSpecification`] if Vega-Lite cannot draw them as the picture does.
    pub fn vega_lite(&self, caption: &Caption) -> Result<String, NoSpecification> {
        let chart = self.data.chart().ok_or(NoSpecification::NoMarks)?;
        let view = match chart.mark {
            ChartMark::Squares { shade } => self.squares(chart, shade),
            ChartMark::Bars { to, without } => self.bars(chart, to, without)?,
            _ => self.curves(chart)?,
        };
        let notes = self.notes.iter().filter(|_| caption.has_notes);
        let format = json!({ "type": "csv", "parse": self.types(chart) });
        let csv = json!({ "format": format, "values": self.data.csv() });
        let parts = [
            ("$schema", json!("https://vega.github.io/schema/vega-lite/v6.json")),
            ("usermeta", json!({ "note": MADE_BY, "source": caption.source })),
            ("title", self.titles(caption)),
            ("description", json!(joined([&self.headline].into_iter().chain(notes), "\n"))),
            ("config", self.config()),
        ];
        let view = view.as_object().into_iter().flatten();
        let view = view.map(|(name, value)| (name.as_str(), value.clone()));
        let parts = parts.into_iter().chain(view).chain([("data", csv)]);
        let parts = parts.filter(|(_, value)| !value.is_null());
        let parts: Vec<String> =
            parts.map(|(name, part)| format!("  \"{name}\": {part}")).collect();
        Ok(format!("{{\n{}\n}}\n", parts.join(",\n")))
    }

    /// The title and the headline, in lines; nothing if neither is wanted.
    fn titles(&self, caption: &Caption) -> Value {
        let lines = |text: &str, size: f64| json!(text::wrapped(text, size, self.width));
        let font = self.style.font;
        match (&caption.title, caption.has_headline) {
            (Some(title), true) => json!({
                "text": lines(title, 1.5 * font), "subtitle": lines(&self.headline, font)
            }),
            (Some(title), false) => lines(title, 1.5 * font),
            (None, true) => lines(&self.headline, 1.5 * font),
            (None, false) => Value::Null,
        }
    }

    /// Colours and sizes, as the SVG has them.
    fn config(&self) -> Value {
        let theme = self.style.choices.theme;
        let colour = |selector: &str, property: &str| json!(colour_of(theme, selector, property));
        let (ink, line) = (colour("text", "fill"), colour(".frame", "stroke"));
        let paper = match theme {
            Theme::Transparent => json!("transparent"),
            Theme::Light | Theme::Dark => colour(".paper", "fill"),
        };
        let series = (0..series::MOST).map(|place| colour(&format!(".s{place}"), "color"));
        let (font, small) = (self.style.font, self.style.small());
        json!({
            "background": paper,
            "range": { "category": series.collect::<Vec<Value>>() },
            "axis": {
                "gridColor": colour(".grid", "stroke"), "domainColor": line, "tickColor": line,
                "labelOverlap": "greedy", "labelSeparation": 8
            },
            "title": { "anchor": "start" },
            "view": { "stroke": line },
            "style": {
                "guide-label": { "fill": ink, "fontSize": small },
                "guide-title": { "fill": ink, "fontSize": font, "fontWeight": "normal" },
                "group-title": { "fill": ink, "fontSize": 1.25 * font },
                "group-subtitle": { "fill": colour(".headline", "fill"), "fontSize": font }
            }
        })
    }

    /// The types of the columns that are drawn: a reader of CSV guesses.
    fn types(&self, chart: &Chart) -> Value {
        let of = |name: &&'static str| match *name {
            "estimated" | "no_tour" => (*name, "boolean"),
            "board" | "order" | "start" | "outcome" => (*name, "string"),
            name if name == chart.group => (name, "string"),
            _ => (*name, "number"),
        };
        self.data.header().iter().map(of).collect()
    }

    fn axis(field: &str, ShownAxis { label, scale }: &ShownAxis) -> Value {
        let kind = if scale.is_log { "log" } else { "linear" };
        // JSON has no infinite numbers.
        let ends = <[f64; 2]>::from(scale.ends()).map(|end| end.min(f64::MAX));
        let scale = json!({ "type": kind, "domain": ends, "nice": false, "zero": false });
        json!({ "field": field, "type": "quantitative", "title": label, "scale": scale })
    }

    fn legend(&self) -> Value {
        match self.style.choices.legend {
            LegendPlace::Nowhere => Value::Null,
            LegendPlace::Below => json!({ "orient": "bottom", "columns": 2 }),
            LegendPlace::Above => json!({ "orient": "top", "columns": 2 }),
        }
    }

    /// Points and lines, in panels if they would hide one another.
    fn curves(&self, chart: &Chart) -> Result<Value, NoSpecification> {
        let [across, up] = self.axes.as_ref().ok_or(NoSpecification::NoMarks)?;
        let x = match chart.across {
            // The only column of an axis that has names.
            "board" if self.style.choices.across.limits.is_some() => {
                return Err(NoSpecification::NamedAxis);
            }
            "board" => {
                json!({ "field": "board", "type": "ordinal", "title": across.label, "sort": null })
            }
            field => Picture::axis(field, across),
        };
        let mut colour = json!({ "field": chart.group, "type": "nominal", "sort": null });
        let layers = match &chart.mark {
            ChartMark::Points { symbols } => {
                let theme = self.style.choices.theme;
                let of = |one: &SymbolOf| colour_of(theme, &format!(".s{}", one.series), "color");
                let colours: Vec<&str> = symbols.iter().map(of).collect();
                let (names, paths): (Vec<_>, Vec<_>) =
                    symbols.iter().map(|one| (one.value, one.path)).unzip();
                colour["scale"] = json!({ "domain": names, "range": colours });
                let scale = json!({ "domain": names, "range": paths });
                let shape = json!({ "field": chart.group, "type": "nominal", "scale": scale });
                let mark =
                    json!({ "type": "point", "filled": true, "tooltip": true, "clip": true });
                let encoding = json!({ "y": Picture::axis(chart.up, up), "shape": shape });
                vec![json!({ "mark": mark, "encoding": encoding })]
            }
            mark => self.lines(chart, mark, up),
        };
        colour["legend"] = self.legend();
        let mut encoding = json!({ "x": x, "color": colour });
        if self.data.has("estimated") {
            encoding["detail"] = json!({ "field": "estimated", "type": "nominal" });
        }
        let height = self.style.chart_height(0.55, 190.0, 340.0).round();
        if self.data.variety(chart.group) <= curves::MOST {
            let width = self.width.round();
            return Ok(
                json!({ "width": width, "height": height, "encoding": encoding, "layer": layers }),
            );
        }
        let columns = (self.width / (12.0 * self.style.small())).floor().max(1.0);
        let width = (self.width / columns - 20.0).round();
        encoding["color"] = json!({ "value": colour_of(self.style.choices.theme, ".s0", "color") });
        Ok(json!({
            "facet": { "field": chart.group, "type": "nominal", "sort": null, "title": null },
            "columns": columns,
            "spec": { "width": width, "height": (0.7 * width).round(), "encoding": encoding, "layer": layers }
        }))
    }

    /// The layers of lines: bands behind them, the points on them, and the bounds of what is above
    /// one.
    fn lines(&self, chart: &Chart, mark: &ChartMark, up: &ShownAxis) -> Vec<Value> {
        let axis = |field: &str| Picture::axis(field, up);
        let between = |kind: Value, [low, high]: [&str; 2]| {
            let encoding = json!({ "y": axis(low), "y2": { "field": high } });
            json!({ "mark": kind, "encoding": encoding })
        };
        let mut layers = Vec::new();
        let of_column = |end: &str| format!("{}_{end}", chart.up);
        let ends = ["low", "high"].map(of_column);
        let ends = [ends[0].as_str(), ends[1].as_str()];
        if let ChartMark::Lines { band: Some(band) } = *mark {
            layers.push(between(json!({ "type": "area", "opacity": 0.18, "clip": true }), band));
            if band != ends && self.data.has(ends[0]) {
                layers.push(between(json!({ "type": "rule", "clip": true }), ends));
            }
        }
        let y = axis(chart.up);
        let mut line = json!({ "type": "line", "tooltip": true, "clip": true });
        if *mark == ChartMark::Steps {
            line["interpolate"] = json!("step-after");
            layers.push(json!({ "mark": line, "encoding": { "y": y } }));
            return layers;
        }
        layers.push(json!({ "mark": line, "encoding": { "y": y } }));
        let mut encoding = json!({ "y": y });
        if self.data.has("estimated") {
            let open = json!({ "test": "datum.estimated", "value": path(Symbol::Ring) });
            encoding["shape"] = json!({ "condition": open, "value": "circle" });
        }
        let point = json!({ "type": "point", "filled": true, "tooltip": true, "clip": true });
        layers.push(json!({ "mark": point, "encoding": encoding }));
        let above = of_column("above");
        if self.data.has(&above) {
            layers.push(json!({
                "transform": [{ "filter": format!("isValid(datum['{above}'])") }],
                "mark": { "type": "point", "shape": ARROW, "size": 120, "tooltip": true, "clip": true },
                "encoding": { "y": axis(&above) }
            }));
        }
        layers
    }

    /// Bars in a panel for each group, to the end of the bin that has `to` as its last number, and
    /// beside them those without a place, which a column says the reason of.
    fn bars(&self, chart: &Chart, to: &str, without: &str) -> Result<Value, NoSpecification> {
        let groups = self.data.distinct(chart.group);
        let panel = |group: &&str| self.bars_of_group(chart, group, [to, without]);
        let mut panels = groups.iter().map(panel).collect::<Result<Vec<Value>, _>>()?;
        if panels.len() == 1 {
            return Ok(panels.remove(0));
        }
        for (panel, group) in panels.iter_mut().zip(groups) {
            panel["title"] = json!(group);
        }
        Ok(json!({ "vconcat": panels }))
    }

    fn bars_of_group(
        &self,
        chart: &Chart,
        group: &str,
        [to, without]: [&str; 2],
    ) -> Result<Value, NoSpecification> {
        let [across, up] = self.axes.as_ref().ok_or(NoSpecification::NoMarks)?;
        let is_of_group =
            json!({ "filter": format!("datum['{}'] === {}", chart.group, json!(group)) });
        let (x, y) = (Picture::axis(chart.across, across), Picture::axis(chart.up, up));
        let is_placed = format!("isValid(datum['{}'])", chart.across);
        let ((low, high), up) = (up.scale.ends(), chart.up);
        let height = self.style.chart_height(0.3, 90.0, 260.0).round();
        let bars = json!({
            "width": (0.8 * self.width).round(), "height": height,
            "transform": [
                is_of_group,
                { "filter": format!("{is_placed} && datum['{up}'] > 0") },
                { "calculate": format!("datum['{to}'] + 1"), "as": "end" }
            ],
            "mark": { "type": "bar", "tooltip": true, "clip": true },
            "encoding": { "x": x, "x2": { "field": "end" }, "y": y, "y2": { "datum": low } }
        });
        let unknown = colour_of(self.style.choices.theme, ".s6", "color");
        let mut bare = y;
        (bare["field"], bare["axis"]) = (json!("shown"), Value::Null);
        let beside = json!({
            "width": { "step": 4.0 * self.style.small() }, "height": height,
            "transform": [
                is_of_group,
                { "filter": format!("!{is_placed}") },
                { "calculate": format!("min(datum['{up}'], {high})"), "as": "shown" }
            ],
            "encoding": { "x": { "field": without, "type": "nominal", "title": null } },
            "layer": [
                { "mark": { "type": "bar", "color": unknown, "tooltip": true, "clip": true },
                  "encoding": { "y": bare, "y2": { "datum": low } } },
                { "mark": { "type": "text", "baseline": "bottom", "dy": -2, "color": unknown },
                  "encoding": {
                    "text": { "field": up, "type": "quantitative", "format": "," }, "y": { "value": 0 } } }
            ]
        });
        Ok(match self.data.is_missing_in(chart.across) {
            true => json!({ "hconcat": [bars, beside] }),
            false => bars,
        })
    }

    /// Squares in panels: those without a value are grey, those above a bound have a stroke, and
    /// those without a tour a corner.
    fn squares(&self, chart: &Chart, shade: &str) -> Value {
        const LARGEST: f64 = 24.0;
        let place = |field: &str| json!({ "field": field, "type": "ordinal", "sort": null });
        let [mut x, y, mut panels] = [chart.across, chart.up, chart.group].map(place);
        if chart.across == "col" {
            (x["title"], x["axis"]) = (json!("column"), json!({ "labelAngle": 0 }));
        }
        panels["title"] = Value::Null;
        let most = self.data.variety(chart.across).max(self.data.variety(chart.up)) as f64;
        let step = (self.width / most).floor().clamp(2.0, LARGEST);
        let theme = self.style.choices.theme;
        let unknown = json!(colour_of(theme, ".unknown", "fill"));
        let colour = match &self.shades {
            None => json!({ "value": unknown }),
            Some((label, scale)) => {
                let missing =
                    json!({ "test": format!("!isValid(datum['{shade}'])"), "value": unknown });
                let mut legend = self.legend();
                if legend.is_object() {
                    // Panels have no width of which Vega-Lite could take a part.
                    legend["gradientLength"] = json!(200);
                }
                json!({
                    "field": shade, "type": "quantitative", "title": label, "scale": scale,
                    "legend": legend, "condition": missing
                })
            }
        };
        let rect =
            json!({ "mark": { "type": "rect", "tooltip": true }, "encoding": { "color": colour } });
        let (above, ink) = (format!("{shade}_above"), colour_of(theme, "text", "fill"));
        let signs = [
            (above.as_str(), format!("isValid(datum['{above}'])"), "above the budget", STROKE),
            ("no_tour", "datum.no_tour".to_owned(), "no tour exists", CORNER),
        ];
        let signs: Vec<_> =
            signs.into_iter().filter(|(column, ..)| self.data.is_marked(column)).collect();
        let (names, paths): (Vec<_>, Vec<_>) = signs.iter().map(|sign| (sign.2, sign.3)).unzip();
        let scale = json!({ "domain": names, "range": paths });
        let layers = signs.iter().map(|sign| {
            let shape = json!({
                "field": "sign", "type": "nominal", "scale": scale, "title": null, "legend": self.legend()
            });
            let words = format!("'{}'", sign.2);
            json!({
                "transform": [{ "filter": sign.1 }, { "calculate": words, "as": "sign" }],
                "mark": { "type": "point", "size": step * step, "color": ink, "tooltip": true },
                "encoding": { "shape": shape }
            })
        });
        let layers: Vec<Value> = [rect].into_iter().chain(layers).collect();
        let panel = json!({
            "width": { "step": step }, "height": { "step": step },
            "encoding": { "x": x, "y": y }, "layer": layers
        });
        if self.data.variety(chart.group) <= 1 {
            return panel;
        }
        let apart = json!({ "scale": { "x": "independent", "y": "independent" } });
        json!({ "facet": panels, "columns": 2, "resolve": apart, "spec": panel })
    }
}

/// A filled symbol as Vega-Lite has it: by its name, or as a path around it.
pub fn path(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Disc => "circle",
        Symbol::Square => "square",
        Symbol::Triangle => "triangle-up",
        Symbol::Diamond => "diamond",
        Symbol::Wedge => "triangle-down",
        Symbol::Bar => "M-1,-0.4H1V0.4H-1Z",
        Symbol::Star => "M-1,0L-0.3,-0.3L0,-1L0.3,-0.3L1,0L0.3,0.3L0,1L-0.3,0.3Z",
        Symbol::Post => "M-0.4,-1H0.4V1H-0.4Z",
        Symbol::Ring => {
            "M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0M0.6,0A0.6,0.6,0,1,0,-0.6,0A0.6,0.6,0,1,0,0.6,0Z"
        }
        Symbol::Cross => {
            "M-1,-0.7L-0.7,-1L0,-0.3L0.7,-1L1,-0.7L0.3,0L1,0.7L0.7,1L0,0.3L-0.7,1L-1,0.7L-0.3,0Z"
        }
    }
}
