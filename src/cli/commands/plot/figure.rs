//! How a picture looks, and what is written beside it.

use std::path::PathBuf;

use clap::Args;
use knightsweep::pictures::drawing::colour::{Palette, Theme};
use knightsweep::pictures::drawing::style::MILLIMETRE;
use knightsweep::pictures::{Caption, Picture, PlotOption, Style};

use crate::cli::args::{Common, one_of, within};
use crate::cli::ui::{Target, files, refuse};

const MILLIMETRES: &str = "number of millimetres";

/// How a picture looks, and what is written beside it.
#[derive(Args)]
#[command(next_help_heading = "The figure")]
pub(super) struct FigureArgs {
    /// The title
    ///
    /// [default: that of the experiment, or what the picture shows]
    #[arg(long, value_name = "TEXT", conflicts_with = "no_title")]
    pub title: Option<String>,

    /// Draw neither the title nor the line below
    ///
    /// For a figure whose caption is elsewhere
    #[arg(long, hide_short_help = true)]
    no_title: bool,

    /// Do not say where the data come from
    ///
    /// Leaves out the line below the picture
    #[arg(long, hide_short_help = true)]
    no_source: bool,

    /// Leave out the notes below the picture
    ///
    /// They say what is left out, stopped or estimated: --caption writes them as a text
    #[arg(long, hide_short_help = true)]
    no_notes: bool,

    /// Write what belongs under the picture
    ///
    /// The title, what is shown, the notes and where the data come from, to a .txt or .md file or -
    /// for standard output
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    caption: Option<PathBuf>,

    /// Write the numbers behind the picture
    ///
    /// As a CSV file, or - for standard output
    #[arg(long, value_name = "FILE.csv")]
    data: Option<PathBuf>,

    /// The width in millimetres
    ///
    /// From 40 to 1000. A column of a paper has 84
    #[arg(long, value_name = "MM", default_value = "170", value_parser = within(40.0, 1000.0, MILLIMETRES))]
    width: f64,

    /// The height of the chart in millimetres
    ///
    /// From 20 to 1000, of each panel if there are several: without title, legend and notes. For
    /// pictures with axes; boards have the height of their squares
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "MM", value_parser = within(20.0, 1000.0, MILLIMETRES))]
    height: Option<f64>,

    /// The size of the texts in points
    ///
    /// From 6 to 40, and to 15 for each 100 mm of the width, but always to 9. Ticks and notes are
    /// smaller, at least 6
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "PT", default_value = "9", value_parser = within(6.0, 40.0, "number of points"))]
    font_size: f64,

    /// What stands beside the horizontal axis
    ///
    /// [default: what the axis shows]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    xlabel: Option<String>,

    /// What stands beside the vertical axis
    ///
    /// [default: what the axis shows]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    ylabel: Option<String>,

    /// Leave out the legend
    ///
    /// For a figure that names its curves elsewhere
    #[arg(long, hide_short_help = true)]
    no_legend: bool,

    /// The colours of heat maps
    ///
    /// viridis, cividis or grey [default: viridis]
    #[arg(long, value_parser = one_of(Palette::ALL, Palette::word), hide_short_help = true)]
    palette: Option<Palette>,

    /// The ground: light, dark or transparent
    #[arg(long, default_value = "light", hide_short_help = true)]
    #[arg(value_parser = one_of(Theme::ALL, Theme::word))]
    theme: Theme,
}

impl FigureArgs {
    /// The options that are given and that not every kind takes, and what messages call them.
    pub(super) fn given(&self) -> impl Iterator<Item = (PlotOption, &'static str)> {
        let has_labels = self.xlabel.is_some() || self.ylabel.is_some();
        let of_axes = (PlotOption::Axes, "--height, --xlabel and --ylabel work");
        let axes = (self.height.is_some() || has_labels).then_some(of_axes);
        let shades = self.palette.is_some().then_some((PlotOption::Shades, "--palette works"));
        axes.into_iter().chain(shades)
    }

    /// How large the picture and its texts are, and what is chosen of it.
    pub(super) fn style(&self) -> anyhow::Result<Style> {
        /// The size of texts, in points, that leaves room for a picture, by its millimetres.
        const MOST_POINTS: f64 = 0.15;
        /// What every width takes.
        const ALWAYS: f64 = 9.0;
        let most = (MOST_POINTS * self.width).max(ALWAYS);
        if self.font_size > most {
            refuse!(
                "--font-size: {} points leave no room in {} mm; give at most {}, or --width {}",
                self.font_size,
                self.width,
                most.floor(),
                (self.font_size / MOST_POINTS).ceil()
            );
        }
        Ok(Style {
            height: self.height.map(|millimetres| millimetres * MILLIMETRE),
            across: self.xlabel.clone(),
            up: self.ylabel.clone(),
            has_legend: !self.no_legend,
            has_data: self.data.is_some(),
            palette: self.palette.unwrap_or(Palette::Viridis),
            theme: self.theme,
            ..Style::of_print(self.width, self.font_size)
        })
    }

    /// What of these texts stands around the picture.
    pub(super) fn caption(&self, title: Option<String>, source: &str) -> Caption {
        Caption {
            title: title.filter(|_| !self.no_title),
            has_headline: !self.no_title,
            source: (!self.no_source).then(|| source.to_owned()),
            has_notes: !self.no_notes,
        }
    }

    /// Where the caption goes, if it is wanted. At most one file of all is standard output.
    pub(super) fn caption_target(
        &self,
        common: &Common,
        out: &PathBuf,
    ) -> anyhow::Result<Option<Target>> {
        let all = [Some(out), self.caption.as_ref(), self.data.as_ref()];
        if all.into_iter().flatten().filter(|path| *path == "-").count() > 1 {
            refuse!("only one of --out, --caption and --data can be -, the standard output");
        }
        let caption = self.caption.as_ref();
        caption.map(|path| Target::new(common, path, "caption", &["txt", "md"])).transpose()
    }

    /// Writes the numbers behind the picture, if they are wanted.
    pub(super) fn write_data(&self, common: &Common, picture: &Picture) -> anyhow::Result<()> {
        let data = self.data.as_ref();
        data.map_or(Ok(()), |path| files::write_table(common, path, picture.data.csv()))
    }
}
