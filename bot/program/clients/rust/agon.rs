//! The agon protocol: the arena writes a line of JSON for each turn, the bot answers with a move.
//!
//! This file keeps the picture of the game up to date and knows no rules. You need not change it, and it serves every kind of game.
#![allow(dead_code)]

use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// A piece of JSON. What is missing reads as 0, "" or empty.
#[derive(Clone, Debug)]
pub enum Value {
    Nothing,
    Number(f64),
    Text(String),
    List(Vec<Value>),
    Object(HashMap<String, Value>),
}

static NOTHING: Value = Value::Nothing;

impl Value {
    pub fn number(&self) -> i64 {
        match self {
            Value::Number(n) => *n as i64,
            _ => 0,
        }
    }

    pub fn text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            _ => "",
        }
    }

    pub fn list(&self) -> &[Value] {
        match self {
            Value::List(list) => list,
            _ => &[],
        }
    }

    pub fn ints(&self) -> Vec<i64> {
        self.list().iter().map(Value::number).collect()
    }

    pub fn texts(&self) -> Vec<String> {
        self.list().iter().map(|v| v.text().to_string()).collect()
    }

    /// The rows of a grid.
    pub fn rows(&self) -> Vec<Vec<i64>> {
        self.list().iter().map(Value::ints).collect()
    }

    pub fn field(&self, name: &str) -> &Value {
        match self {
            Value::Object(fields) => fields.get(name).unwrap_or(&NOTHING),
            _ => &NOTHING,
        }
    }

    fn is_grid(&self) -> bool {
        matches!(self.list().first(), Some(Value::List(_)))
    }
}

/// What the bot has been told of the game that it plays.
pub struct Game {
    pub hello: Value, // kind, version, seat, seats, options, clock
    pub view: HashMap<String, Value>, // the picture: its fields are those of the kind
}

impl Game {
    pub fn field(&self, name: &str) -> &Value {
        self.view.get(name).unwrap_or(&NOTHING)
    }

    /// A number of the picture.
    pub fn number(&self, name: &str) -> i64 {
        self.field(name).number()
    }

    /// A cell of a grid.
    pub fn cell(&self, grid: &str, x: usize, y: usize) -> i64 {
        self.field(grid).list()[y].list()[x].number()
    }

    /// Takes what has changed. What a grid is sent as after the first picture are its changed cells, as x, y, value.
    fn take(&mut self, told: HashMap<String, Value>) {
        for (name, value) in told {
            match self.view.get_mut(&name) {
                Some(Value::List(rows)) if matches!(rows.first(), Some(Value::List(_))) => {
                    for cell in value.list() {
                        let cell = cell.list();
                        if let Value::List(row) = &mut rows[cell[1].number() as usize] {
                            row[cell[0].number() as usize] = cell[2].clone();
                        }
                    }
                }
                _ => {
                    self.view.insert(name, value);
                }
            }
        }
    }
}

/// Plays game after game until the arena hangs up. choose is asked for each move.
pub fn play(name: &str, author: &str, mut choose: impl FnMut(&Game) -> String) {
    let mut game = Game { hello: Value::Nothing, view: HashMap::new() };
    for line in io::stdin().lock().lines() {
        let told = match line {
            Ok(line) => (Reader { text: line.as_bytes(), at: 0 }).value(),
            Err(_) => return,
        };
        let told = match told {
            Value::Object(told) => told,
            _ => return,
        };
        if told.contains_key("agon") {
            game = Game { hello: Value::Object(told), view: HashMap::new() };
            println!("{{\"name\":\"{name}\",\"author\":\"{author}\"}}");
        } else if !told.contains_key("over") {
            game.take(told);
            println!("{}", choose(&game));
        }
        io::stdout().flush().unwrap();
    }
}

/// Reads JSON that is known to be sound: the arena wrote it.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Value {
        match self.next() {
            b'{' => {
                self.at += 1;
                let mut fields = HashMap::new();
                while self.next() != b'}' {
                    let name = self.words();
                    fields.insert(name, self.value());
                }
                self.at += 1;
                Value::Object(fields)
            }
            b'[' => {
                self.at += 1;
                let mut list = Vec::new();
                while self.next() != b']' {
                    list.push(self.value());
                }
                self.at += 1;
                Value::List(list)
            }
            b'"' => Value::Text(self.words()),
            b't' => self.word(4, Value::Number(1.0)),
            b'f' => self.word(5, Value::Number(0.0)),
            b'n' => self.word(4, Value::Nothing),
            _ => {
                let from = self.at;
                while self.at < self.text.len() && b"+-.0123456789eE".contains(&self.text[self.at]) {
                    self.at += 1;
                }
                Value::Number(std::str::from_utf8(&self.text[from..self.at]).unwrap().parse().unwrap())
            }
        }
    }

    fn word(&mut self, length: usize, value: Value) -> Value {
        self.at += length;
        value
    }

    fn words(&mut self) -> String {
        self.next();
        self.at += 1;
        let mut all = Vec::new();
        while self.text[self.at] != b'"' {
            let mut c = self.text[self.at];
            self.at += 1;
            if c == b'\\' {
                c = self.text[self.at];
                self.at += 1;
                match c {
                    b'n' => c = b'\n',
                    b't' => c = b'\t',
                    b'r' => c = b'\r',
                    b'u' => {
                        let code = std::str::from_utf8(&self.text[self.at..self.at + 4]).unwrap();
                        let code = u32::from_str_radix(code, 16).unwrap();
                        self.at += 4;
                        let mut room = [0; 4];
                        all.extend_from_slice(char::from_u32(code).unwrap_or('?').encode_utf8(&mut room).as_bytes());
                        continue;
                    }
                    _ => {}
                }
            }
            all.push(c);
        }
        self.at += 1;
        String::from_utf8_lossy(&all).into_owned()
    }

    /// The next byte that means something.
    fn next(&mut self) -> u8 {
        while b" ,:".contains(&self.text[self.at]) {
            self.at += 1;
        }
        self.text[self.at]
    }
}
