//! A disk that replays the calls which `shim.c` recorded, and what a power loss can leave of it.
//!
//! The rules are weaker than those of any journaling file system. Until a file is synced, its size
//! and each of its blocks are of any of its states since it was synced last; a block behind the end
//! of such a state is NUL bytes. Until a folder is synced, the last changes of its names are lost,
//! any number of them. A rename is one change. Nothing else is kept or lost together.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::Dice;

/// The files of a folder and of those in it, by path; `None` is a folder.
pub(super) type Tree = BTreeMap<String, Option<Vec<u8>>>;

/// One recorded call.
#[derive(Clone, Debug)]
pub(super) enum Call {
    Open { fd: i32, path: String, created: bool, truncated: bool },
    Dup { from: i32, to: i32 },
    Write { fd: i32, offset: usize, bytes: Vec<u8> },
    Truncate { fd: i32, length: usize },
    Sync { fd: i32 },
    Rename { from: String, to: String },
    Link { from: String, to: String },
    Unlink { path: String },
    Mkdir { path: String },
}

impl Call {
    /// For messages.
    pub(super) fn text(&self) -> String {
        match self {
            Call::Write { offset, bytes, .. } => format!("write {} bytes at {offset}", bytes.len()),
            other => format!("{other:?}"),
        }
    }
}

/// How much a power loss takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loss {
    /// Nothing: the program was killed.
    Nothing,
    /// Everything that was not synced.
    All,
    /// Contents that were not synced; every name is kept.
    Contents,
    /// Names that were not synced; every content is kept.
    Names,
    /// Some of it, with blocks of this size.
    Some { block: usize },
}

#[derive(Clone, PartialEq, Debug)]
enum Node {
    File(usize),
    Folder(String),
}

#[derive(Clone, Debug, Default)]
struct Contents {
    synced: Vec<u8>,
    changes: Vec<Change>,
}

#[derive(Clone, Debug)]
enum Change {
    Write { offset: usize, bytes: Vec<u8> },
    Truncate(usize),
}

type Names = BTreeMap<String, Node>;

/// Names that change together; `None` for one that is removed.
type NameChange = Vec<(String, Option<Node>)>;

#[derive(Clone, Debug, Default)]
struct FolderNames {
    synced: Names,
    changes: Vec<NameChange>,
}

/// The state of a disk.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk {
    files: Vec<Contents>,
    /// By path; empty for the outermost.
    folders: BTreeMap<String, FolderNames>,
    open: HashMap<i32, Node>,
}

impl Contents {
    /// After this many of the changes.
    fn after(&self, changes: usize) -> Vec<u8> {
        let mut bytes = self.synced.clone();
        self.changes[..changes].iter().for_each(|change| change.apply(&mut bytes));
        bytes
    }

    fn now(&self) -> Vec<u8> {
        self.after(self.changes.len())
    }

    fn left(&self, loss: Loss, dice: &mut Dice) -> Vec<u8> {
        let block = match loss {
            Loss::Nothing | Loss::Names => return self.now(),
            Loss::All | Loss::Contents => return self.synced.clone(),
            Loss::Some { block } => block,
        };
        // A few of the states, because there may be thousands of changes.
        let all = self.changes.len();
        let some = [0, all, dice.below(all + 1), dice.below(all + 1), dice.below(all + 1)];
        let states = some.map(|changes| self.after(changes));
        let any = |dice: &mut Dice| &states[dice.below(states.len())];
        match dice.below(4) {
            0 => any(dice).clone(),
            1 => self.now(),
            _ => {
                let mut left = vec![0; any(dice).len()];
                for start in (0..left.len()).step_by(block) {
                    let state = any(dice);
                    let end = (start + block).min(left.len()).min(state.len());
                    if start < end {
                        left[start..end].copy_from_slice(&state[start..end]);
                    }
                }
                left
            }
        }
    }
}

impl Change {
    fn apply(&self, file: &mut Vec<u8>) {
        match self {
            Change::Truncate(length) => file.resize(*length, 0),
            Change::Write { offset, bytes } => {
                let end = offset + bytes.len();
                file.resize(file.len().max(end), 0);
                file[*offset..end].copy_from_slice(bytes);
            }
        }
    }
}

impl FolderNames {
    fn after(&self, changes: usize) -> Names {
        let mut names = self.synced.clone();
        for (name, node) in self.changes[..changes].iter().flatten() {
            match node {
                Some(node) => drop(names.insert(name.clone(), node.clone())),
                None => drop(names.remove(name)),
            }
        }
        names
    }

    fn now(&self) -> Names {
        self.after(self.changes.len())
    }

    fn left(&self, loss: Loss, dice: &mut Dice) -> Names {
        let all = self.changes.len();
        self.after(match loss {
            Loss::Nothing | Loss::Contents => all,
            Loss::All | Loss::Names => 0,
            Loss::Some { .. } => [0, all, dice.below(all + 1)][dice.below(3)],
        })
    }
}

fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

impl Disk {
    /// A disk with these files, all of them synced.
    pub(super) fn new(tree: &Tree) -> Disk {
        let mut disk = Disk::default();
        disk.folders.insert(String::new(), FolderNames::default());
        for (path, bytes) in tree {
            let node = match bytes {
                Some(bytes) => disk.new_file(bytes.clone()),
                None => disk.new_folder(path),
            };
            let (folder, name) = split(path);
            disk.folders.get_mut(folder).unwrap().synced.insert(name.to_owned(), node);
        }
        disk
    }

    fn new_file(&mut self, synced: Vec<u8>) -> Node {
        self.files.push(Contents { synced, changes: Vec::new() });
        Node::File(self.files.len() - 1)
    }

    fn new_folder(&mut self, path: &str) -> Node {
        self.folders.insert(path.to_owned(), FolderNames::default());
        Node::Folder(path.to_owned())
    }

    fn find(&self, path: &str) -> Node {
        let (folder, name) = split(path);
        if path.is_empty() {
            return Node::Folder(String::new());
        }
        let names = self.folders[folder].now();
        names.get(name).unwrap_or_else(|| panic!("{path} is not on the disk: {names:?}")).clone()
    }

    fn change_names(&mut self, folder: &str, change: NameChange) {
        self.folders.get_mut(folder).unwrap().changes.push(change);
    }

    fn change_file(&mut self, fd: i32, change: Change) {
        let Node::File(file) = self.open[&fd] else {
            panic!("{change:?} of a folder");
        };
        self.files[file].changes.push(change);
    }

    /// Makes a call.
    pub(super) fn apply(&mut self, call: &Call) {
        match call {
            Call::Open { fd, path, created, truncated } => {
                if *created {
                    let node = self.new_file(Vec::new());
                    let (folder, name) = split(path);
                    self.change_names(folder, vec![(name.to_owned(), Some(node))]);
                }
                self.open.insert(*fd, self.find(path));
                if *truncated && !created {
                    self.change_file(*fd, Change::Truncate(0));
                }
            }
            Call::Dup { from, to } => drop(self.open.insert(*to, self.open[from].clone())),
            Call::Write { fd, offset, bytes } => {
                self.change_file(*fd, Change::Write { offset: *offset, bytes: bytes.clone() });
            }
            Call::Truncate { fd, length } => self.change_file(*fd, Change::Truncate(*length)),
            Call::Sync { fd } => self.sync(&self.open[fd].clone()),
            Call::Rename { from, to } => {
                let node = Some(self.find(from));
                let ((folder, from), (target, to)) = (split(from), split(to));
                assert_eq!(folder, target, "a rename into another folder");
                self.change_names(folder, vec![(from.to_owned(), None), (to.to_owned(), node)]);
            }
            Call::Link { from, to } => {
                let node = Some(self.find(from));
                let (folder, name) = split(to);
                self.change_names(folder, vec![(name.to_owned(), node)]);
            }
            Call::Unlink { path } => {
                let (folder, name) = split(path);
                self.change_names(folder, vec![(name.to_owned(), None)]);
            }
            Call::Mkdir { path } => {
                let node = self.new_folder(path);
                let (folder, name) = split(path);
                self.change_names(folder, vec![(name.to_owned(), Some(node))]);
            }
        }
    }

    fn sync(&mut self, node: &Node) {
        match node {
            Node::File(file) => {
                let file = &mut self.files[*file];
                file.synced = file.now();
                file.changes.clear();
            }
            Node::Folder(path) => {
                let folder = self.folders.get_mut(path).unwrap();
                folder.synced = folder.now();
                folder.changes.clear();
            }
        }
    }

    /// What of a file was synced; `None` without the file.
    pub(super) fn synced(&self, path: &str) -> Option<&[u8]> {
        let (folder, name) = split(path);
        match self.folders.get(folder)?.now().get(name)? {
            Node::File(file) => Some(&self.files[*file].synced),
            Node::Folder(_) => None,
        }
    }

    /// What is there when the power comes back.
    pub(super) fn after(&self, loss: Loss, dice: &mut Dice) -> Tree {
        let contents: Vec<Vec<u8>> = self.files.iter().map(|file| file.left(loss, dice)).collect();
        let mut tree = Tree::new();
        self.collect("", loss, dice, &contents, &mut tree);
        tree
    }

    fn collect(
        &self,
        path: &str,
        loss: Loss,
        dice: &mut Dice,
        contents: &[Vec<u8>],
        tree: &mut Tree,
    ) {
        for (name, node) in self.folders[path].left(loss, dice) {
            let inner = if path.is_empty() { name } else { format!("{path}/{name}") };
            match node {
                Node::File(file) => drop(tree.insert(inner, Some(contents[file].clone()))),
                Node::Folder(folder) => {
                    tree.insert(inner, None);
                    self.collect(&folder, loss, dice, contents, tree);
                }
            }
        }
    }
}

/// Reads what `shim.c` recorded.
pub(super) fn read_calls(mut log: &[u8]) -> Vec<Call> {
    let mut calls = Vec::new();
    while let Some(end) = log.iter().position(|&byte| byte == b'\n') {
        let line = std::str::from_utf8(&log[..end]).unwrap();
        log = &log[end + 1..];
        let words: Vec<&str> = line.split('\t').collect();
        let number = |place: usize| words[place].parse::<usize>().unwrap();
        let fd = |place: usize| number(place) as i32;
        let path = |place: usize| words[place].to_owned();
        calls.push(match words[0] {
            "open" => Call::Open {
                fd: fd(1),
                path: path(2),
                created: words[3] == "created",
                truncated: words[4] == "truncated",
            },
            "dup" => Call::Dup { from: fd(1), to: fd(2) },
            "write" => {
                let (bytes, rest) = log.split_at(number(3));
                log = &rest[1..];
                Call::Write { fd: fd(1), offset: number(2), bytes: bytes.to_owned() }
            }
            "truncate" => Call::Truncate { fd: fd(1), length: number(2) },
            "sync" => Call::Sync { fd: fd(1) },
            "rename" => Call::Rename { from: path(1), to: path(2) },
            "link" => Call::Link { from: path(1), to: path(2) },
            "unlink" => Call::Unlink { path: path(1) },
            "mkdir" => Call::Mkdir { path: path(1) },
            other => panic!("an unknown call: {other}"),
        });
    }
    calls
}

pub(super) fn read_tree(folder: &Path) -> Tree {
    let mut tree = Tree::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            let inner = read_tree(&entry.path()).into_iter();
            tree.extend(inner.map(|(path, bytes)| (format!("{name}/{path}"), bytes)));
            tree.insert(name, None);
        } else {
            tree.insert(name, Some(std::fs::read(entry.path()).unwrap()));
        }
    }
    tree
}

pub(super) fn write_tree(folder: &Path, tree: &Tree) {
    for (path, bytes) in tree {
        match bytes {
            Some(bytes) => std::fs::write(folder.join(path), bytes).unwrap(),
            None => std::fs::create_dir(folder.join(path)).unwrap(),
        }
    }
}

#[test]
fn a_power_loss_takes_what_was_not_synced() {
    let log = b"open\t3\tx\tcreated\tkept\nwrite\t3\t0\t4\nab\nc\nsync\t3\nwrite\t3\t4\t2\nde\nopen\t4\t\tthere\tkept\n\
        sync\t4\nwrite\t3\t6\t1\n\n\nrename\tx\ty\n";
    let calls = read_calls(log);
    let mut disk = Disk::new(&Tree::new());
    calls.iter().for_each(|call| disk.apply(call));
    let mut dice = Dice(1);
    let tree = |name: &str, bytes: &[u8]| Tree::from([(name.to_owned(), Some(bytes.to_vec()))]);
    assert_eq!(disk.after(Loss::Nothing, &mut dice), tree("y", b"ab\ncde\n"));
    assert_eq!(disk.after(Loss::All, &mut dice), tree("x", b"ab\nc"));
    let mut left: Vec<Tree> =
        (0..500).map(|_| disk.after(Loss::Some { block: 2 }, &mut dice)).collect();
    left.sort();
    left.dedup();
    let contents: [&[u8]; 5] = [b"ab\nc", b"ab\ncde", b"ab\nc\0\0", b"ab\ncde\n", b"ab\nc\0\0\0"];
    for name in ["x", "y"] {
        assert!(contents.iter().all(|bytes| left.contains(&tree(name, bytes))), "{left:?}");
    }
    assert_eq!(left.len(), 2 * 7, "{left:?}");
}
