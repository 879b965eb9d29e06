//! The keys of JSON that a command prints, with the types of their values.

use knightsweep::analysis::json::MOST_EXACT;
use serde_json::Value;

/// The keys of the objects of several outputs, in the order in which they come.
#[derive(Default)]
pub(super) struct Keys {
    keys: Vec<Key>,
    /// What was printed: an object, or an array of objects.
    pub form: &'static str,
}

/// A key, by its path from the outermost object: `boards[].jobs`.
pub(super) struct Key {
    pub path: String,
    types: Vec<&'static str>,
    /// How many objects have the key, and how many could have it.
    seen: usize,
    objects: usize,
}

impl Keys {
    /// Adds what a command printed: one object, or one array of objects, and a line end.
    pub(super) fn add(&mut self, printed: &str) {
        let value = printed.strip_suffix('\n').expect("a line end");
        let value = serde_json::from_str(value).unwrap_or_else(|why| panic!("{why}: {printed}"));
        let (form, objects) = match value {
            Value::Array(objects) => ("an array of objects", objects),
            object => ("one object", vec![object]),
        };
        assert!(self.form.is_empty() || self.form == form, "one shape has one form: {printed}");
        self.form = form;
        self.add_objects("", &objects.iter().collect::<Vec<_>>());
    }

    fn add_objects(&mut self, parent: &str, objects: &[&Value]) {
        for object in objects {
            let mut place = self.place_below(parent);
            for (name, value) in object.as_object().expect("an object") {
                let path = format!("{parent}{name}");
                match self.keys.iter().position(|key| key.path == path) {
                    Some(known) => place = known,
                    None => {
                        let (types, before) = (Vec::new(), self.objects_of(parent));
                        self.keys.insert(
                            place,
                            Key { path: path.clone(), types, seen: 0, objects: before },
                        );
                    }
                }
                let key = &mut self.keys[place];
                key.seen += 1;
                if !key.types.contains(&type_of(value)) {
                    key.types.push(type_of(value));
                }
                self.add_inner(&path, value);
                place = self.place_below(&path);
            }
            let of_parent = self.keys.iter_mut().filter(|key| parent_of(&key.path) == parent);
            of_parent.for_each(|key| key.objects += 1);
        }
    }

    /// Adds the objects that a value is or has.
    fn add_inner(&mut self, path: &str, value: &Value) {
        match value {
            Value::Object(_) => self.add_objects(&format!("{path}."), &[value]),
            Value::Array(items) if items.first().is_some_and(Value::is_object) => {
                self.add_objects(&format!("{path}[]."), &items.iter().collect::<Vec<_>>());
            }
            _ => {}
        }
    }

    /// The place behind a key and those below it; for an outermost object the first one.
    fn place_below(&self, path: &str) -> usize {
        let bare = path.trim_end_matches('.').trim_end_matches("[]");
        let is_below = |key: &Key| {
            let rest = key.path.strip_prefix(bare);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        match path {
            "" => 0,
            _ if path.ends_with('.') => {
                self.keys.iter().position(|k| k.path == bare).map_or(0, |it| it + 1)
            }
            _ => self.keys.iter().rposition(is_below).map_or(0, |it| it + 1),
        }
    }

    /// How many objects below a path there have been.
    fn objects_of(&self, parent: &str) -> usize {
        let siblings = self.keys.iter().filter(|key| parent_of(&key.path) == parent);
        siblings.map(|key| key.objects).max().unwrap_or(0)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Key> {
        self.keys.iter()
    }
}

impl Key {
    /// The types of its values in words.
    pub(super) fn types(&self) -> String {
        let has = |name: &str| self.types.contains(&name);
        let is_said = |name: &&&str| match **name {
            "integer" => !has("number"),
            "list" => !self.types.iter().any(|other| other.starts_with("list of")),
            "null" => false,
            _ => true,
        };
        let mut types: Vec<&str> = self.types.iter().filter(is_said).copied().collect();
        types.sort_unstable();
        types.extend(has("null").then_some("null"));
        let always = if self.seen < self.objects { ", not always" } else { "" };
        format!("{}{always}", types.join(" or "))
    }
}

/// The beginning of a path before its last name.
fn parent_of(path: &str) -> &str {
    path.rfind('.').map_or("", |dot| &path[..=dot])
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true/false",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(number) => {
            let is_exact = number.as_u64().is_some_and(|it| u128::from(it) <= MOST_EXACT);
            assert!(is_exact, "{number} is not a text");
            "integer"
        }
        Value::String(_) => "text",
        Value::Object(_) => "object",
        Value::Array(items) => match items.first() {
            None => "list",
            Some(Value::Object(_)) => "list of objects",
            Some(Value::Array(_)) => "list of lists",
            Some(Value::String(_)) => "list of texts",
            Some(_) => "list of numbers",
        },
    }
}

#[test]
fn keys_have_types_and_places() {
    let mut keys = Keys::default();
    keys.add("{\"a\": 1, \"b\": {\"x\": null}, \"c\": []}\n");
    let other = r#"{"a": "1", "new": 2, "b": {"y": 1, "x": 1.5}, "c": [{"d": true}, {"d": true}]}"#;
    keys.add(&format!("{other}\n"));
    let found: Vec<String> =
        keys.iter().map(|key| format!("{} {}", key.path, key.types())).collect();
    let expected = [
        "a integer or text",
        "new integer, not always",
        "b object",
        "b.y integer, not always",
        "b.x number or null",
        "c list of objects",
        "c[].d true/false",
    ];
    assert_eq!(found, expected);
}
