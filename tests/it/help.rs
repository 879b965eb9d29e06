//! Help, manual pages and completions.

use crate::program::{Folder, printed};

#[test]
fn help_names_the_sets_that_messages_name() {
    let folder = Folder::new();
    for (flag, commands) in
        [("--starts", &["sweep", "best-order"][..]), ("--orders", &["sweep", "plan"])]
    {
        let said = folder.fails(2, &format!("plan {flag} ?"));
        let sets = said.trim().split_once("or a set: ").expect("a list of sets").1;
        for (command, set) in commands.iter().flat_map(|c| sets.split(", ").map(move |s| (c, s))) {
            let help = folder.prints(&format!("{command} --help"));
            assert!(help.contains(set), "{command} {flag}: {set}");
        }
    }
}

#[test]
fn completions_and_manual_pages_are_made() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = folder.prints(&format!("completions {shell}"));
        assert!(script.contains("summarize"), "{shell}");
    }
    folder.run("man --out .").success();
    assert!(folder.names().contains(&"knightsweep-sweep.1".to_owned()));
    let main = folder.prints("man");
    assert!(main.contains(".TH knightsweep"));
    assert_eq!(folder.prints("man knightsweep"), main);
    for command in commands() {
        let page = folder.read(&format!("knightsweep-{command}.1"));
        let examples = page.split_once(".SH EXAMPLES\n.EX\n").expect("examples").1;
        assert!(examples.contains("\n.EE") && examples.contains("knightsweep"), "{command}");
        assert!(page.contains(".SH \"EXIT STATUS\"\n.TP\n\\fB0\\fR\n"), "{command}: {page}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_is_as_wide_as_the_terminal_or_as_columns_says_and_never_too_wide() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};

    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    let terminal = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
    let widest = |command: &str, input: &str, columns: &str| {
        let mut help = std::process::Command::new(crate::program::path());
        help.args(command.split_whitespace()).args(["--help"]).env("COLUMNS", columns);
        let help = help.stdin(std::fs::File::open(input).unwrap()).output().unwrap().stdout;
        let help = String::from_utf8(help).unwrap();
        help.lines().map(|line| line.chars().count()).max().unwrap()
    };
    for command in ["", "solve", "sweep", "verify", "summarize"] {
        for (ws_col, most) in [(60, 60), (80, 80), (300, 100)] {
            let size = Winsize { ws_col, ws_row: 40, ws_xpixel: 0, ws_ypixel: 0 };
            tcsetwinsize(&master, size).unwrap();
            let widest = widest(command, &terminal, "");
            assert!((most - 8..=most).contains(&widest), "{command} {ws_col}: {widest}");
        }
        for (columns, most) in [("60", 60), ("80", 80), ("300", 100), ("", 100)] {
            let widest = widest(command, "/dev/null", columns);
            assert!((most - 8..=most).contains(&widest), "{command} {columns}: {widest}");
        }
    }
}

/// The commands that the help of the program lists.
fn commands() -> Vec<String> {
    let help = printed("--help");
    let lines = help.lines().skip_while(|line| !line.starts_with("Answers"));
    let lines = lines.take_while(|line| !line.starts_with("  -q"));
    let names = lines.filter_map(|line| line.get(13..)?.split(' ').next());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[test]
fn short_help_fits_a_terminal_and_long_help_has_all() {
    let (folder, commands) = (Folder::new(), commands());
    assert!(commands.len() >= 19, "{commands:?}");
    for command in std::iter::once("").chain(commands.iter().map(String::as_str)) {
        let help =
            |flag: &str, columns| folder.prints_within(columns, &format!("{command} {flag}"));
        let (short, long) = (help("-h", 80), help("--help", 80));
        assert!(short.lines().count() <= 24, "{command}: {short}");
        let options = short.lines().skip_while(|line| *line != "Options:");
        let mut further = options.filter(|line| line.starts_with("            "));
        assert_eq!(further.next(), None, "{command}: an option has more than a line");
        assert!(short.contains("see more with '--help'"), "{command}");
        assert!(long.contains("\n  2    ") && long.contains("\n  130  interrupted"), "{command}");
        assert!(long.contains("Examples:") && long.contains("  -q, --quiet\n"), "{command}");
        assert!(long.len() > short.len() && !short.contains("--quiet"), "{command}");
        let examples = long.split_once("Examples:\n").unwrap().1.split("\n\n").next().unwrap();
        // What is wrapped begins at the left, and could not be copied.
        assert!(examples.lines().all(|line| line.starts_with("  ")), "{command}: {examples}");
        let narrow = help("--help", 60);
        let mut wide = narrow.lines().filter(|line| line.chars().count() > 60);
        assert_eq!(wide.next(), None, "{command}");
    }
    let usage = printed("solve --help");
    for option in ["--rule <RULE>\n", "--seed <SEED>\n", "--goal <GOAL>\n", "--engine <ENGINE>\n"] {
        assert!(usage.contains(option), "{option}: {usage}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for asked in ["--help", "help sweep", "--version", "solve -h"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(crate::program::path());
        let output = command.args(asked.split(' ')).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{asked}");
    }
}
