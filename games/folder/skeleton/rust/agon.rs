// What agon asks of rules, as a WebAssembly module in Rust without a library. This file knows no game; you need not change it.
//
// rules.rs implements Rules for its State and ends with agon::serve!(State).
#![allow(dead_code)]

use std::fmt::Write;
use std::mem::{size_of, MaybeUninit};

/// The rules of a game. Its state is a flat value: Copy, and without references.
pub trait Rules: Copy {
    /// Begins a game.
    fn deal(seats: usize, dice: &mut Dice, options: &Options) -> Self;
    /// Returns the seats that owe a move; none when the game is over.
    fn turn(&self) -> Vec<usize>;
    /// Returns the moves that a seat may make.
    fn moves(&self, seat: usize) -> Vec<String>;
    /// Plays a turn. moves is indexed by seat, None for a seat that owed none.
    fn step(&mut self, moves: &[Option<&str>], dice: &mut Dice);
    /// Returns what a seat has reached: more is better.
    fn outcome(&self, seat: usize) -> f64;
    /// Shows a seat, or the audience for None, what it may see.
    fn observe(&self, seat: Option<usize>) -> Fields;
    /// Returns the move that stands for a fault.
    fn absent(&self, seat: usize) -> String {
        self.moves(seat).swap_remove(0)
    }
    /// Returns a picture as JSON; empty: the first grid is the board.
    fn view(&self, _eye: Option<usize>) -> String {
        String::new()
    }
    /// Tells how the game ended, with {0} for the name of seat 0.
    fn ending(&self) -> String {
        String::new()
    }
    /// Returns how many bytes of the state are kept, from its beginning: those behind are zero when it is read again. For states of which most is mostly empty.
    fn used(&self) -> usize {
        size_of::<Self>()
    }
    /// Returns what a bot that is an HTTP server is sent, as JSON.
    fn request(&self, _seat: usize, _facts: &Options) -> String {
        String::new()
    }
    /// Returns what a bot that is a function is called with, a list in JSON; empty: what the seat sees, and the options.
    fn arguments(&self, _seat: usize) -> String {
        String::new()
    }
    /// Returns the move of a bot whose function returned this, in JSON; empty: the text of it.
    fn answer(&self, _seat: usize, _returned: &str) -> String {
        String::new()
    }
}

mod host {
    #[link(wasm_import_module = "agon")]
    extern "C" {
        pub fn dice(n: i32) -> i32;
        pub fn fail(at: *const u8, size: usize);
    }
}

/// The only source of chance.
pub struct Dice(());

impl Dice {
    /// A number from 0 to n - 1.
    pub fn below(&mut self, n: usize) -> usize {
        unsafe { host::dice(n as i32) as usize }
    }
    /// Puts a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// Values by name.
pub struct Options<'a>(&'a str);

impl<'a> Options<'a> {
    /// A text; empty if there is none.
    pub fn text(&self, name: &str) -> &'a str {
        self.0.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).unwrap_or("")
    }
    /// A whole number; 0 if there is none.
    pub fn int(&self, name: &str) -> i64 {
        self.text(name).parse().unwrap_or(0)
    }
}

/// What a bot sees.
pub struct Fields(String);

impl Fields {
    pub fn new() -> Self {
        let mut text = String::with_capacity(4096);
        text.push('{');
        Fields(text)
    }
    fn add(mut self, name: &str, value: impl FnOnce(&mut String)) -> Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0 += &quoted(name);
        self.0.push(':');
        value(&mut self.0);
        self
    }
    pub fn int(self, name: &str, n: i64) -> Self {
        self.add(name, |out| number(out, n))
    }
    pub fn text(self, name: &str, text: &str) -> Self {
        self.add(name, |out| *out += &quoted(text))
    }
    pub fn ints(self, name: &str, list: &[i64]) -> Self {
        self.add(name, |out| row(out, list))
    }
    /// A list of equally long rows.
    pub fn grid(self, name: &str, all: &[Vec<i64>]) -> Self {
        self.add(name, |out| rows(out, all))
    }
}

/// Adds a number to a text, as the standard formatter does, in a tenth of the time.
pub fn number(out: &mut String, n: i64) {
    if (-9..10).contains(&n) {
        if n < 0 {
            out.push('-');
        }
        out.push((b'0' + n.unsigned_abs() as u8) as char);
        return;
    }
    let (mut digits, mut at, mut rest) = ([0; 20], 20, n.unsigned_abs());
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if n < 0 {
        at -= 1;
        digits[at] = b'-';
    }
    out.push_str(std::str::from_utf8(&digits[at..]).unwrap());
}

fn items<T>(out: &mut String, list: &[T], mut each: impl FnMut(&mut String, &T)) {
    out.push('[');
    for (i, item) in list.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        each(out, item);
    }
    out.push(']');
}

/// Adds a list of numbers as JSON.
pub fn row(out: &mut String, list: &[i64]) {
    items(out, list, |out, n| number(out, *n))
}

/// Adds a list of rows as JSON.
pub fn rows(out: &mut String, list: &[Vec<i64>]) {
    items(out, list, |out, r| row(out, r))
}

/// Returns a text as JSON.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' | '\0'..='\x1f' => write!(out, "\\u{:04x}", c as u32).unwrap(),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A state with the number of its seats, as agon keeps it.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Packed<S> {
    seats: usize,
    state: S,
}

/// What is kept between two calls: the buffers alone.
pub struct Module<S> {
    input: Vec<u8>,
    output: Vec<u8>,
    now: MaybeUninit<Packed<S>>,
}

impl<S: Rules> Module<S> {
    pub const fn new() -> Self {
        Module { input: Vec::new(), output: Vec::new(), now: MaybeUninit::uninit() }
    }

    pub fn buffer(&mut self, size: usize) -> *mut u8 {
        if size > self.input.len() {
            self.input.resize(size, 0);
        }
        self.input.as_mut_ptr()
    }

    fn load(&mut self, size: usize) {
        let whole = size_of::<Packed<S>>();
        assert!(size <= whole && size <= self.input.len(), "a state of another size");
        unsafe {
            let now = self.now.as_mut_ptr() as *mut u8;
            std::ptr::copy_nonoverlapping(self.input.as_ptr(), now, size);
            std::ptr::write_bytes(now.add(size), 0, whole - size);
        }
    }

    fn now(&self) -> &Packed<S> {
        unsafe { &*self.now.as_ptr() }
    }

    fn said(&self, from: usize, size: usize) -> String {
        String::from_utf8_lossy(&self.input[from..from + size]).into_owned()
    }

    fn answer(&self) -> i64 {
        (self.output.as_ptr() as usize as i64) << 32 | self.output.len() as i64
    }

    pub fn deal(&mut self, seats: usize, size: usize) -> i64 {
        tell_panics();
        let options = self.said(0, size);
        self.now = MaybeUninit::new(Packed { seats, state: S::deal(seats, &mut Dice(()), &Options(&options)) });
        self.position()
    }

    pub fn step(&mut self, size: usize, more: usize) -> i64 {
        tell_panics();
        self.load(size);
        let text = self.said(size, more);
        let mut said = vec![None; self.now().seats];
        for line in text.split('\n') {
            if let Some((seat, packed)) = line.split_once('=') {
                said[seat.parse::<usize>().unwrap()] = Some(packed.replace('\x1e', "\n").replace('\x1f', "\t"));
            }
        }
        let moves: Vec<Option<&str>> = said.iter().map(|text| text.as_deref()).collect();
        unsafe { (*self.now.as_mut_ptr()).state.step(&moves, &mut Dice(())) }
        self.position()
    }

    /// Writes the state, and tells of it in lines: the seats that owe a move, no round, and the moves or the ranks.
    fn position(&mut self) -> i64 {
        let size = size_of::<Packed<S>>() - size_of::<S>() + self.now().state.used();
        let mut output = std::mem::take(&mut self.output);
        output.clear();
        output.extend_from_slice(&(size as u32).to_le_bytes());
        output.extend_from_slice(unsafe { std::slice::from_raw_parts(self.now.as_ptr() as *const u8, size) });
        let now = self.now();
        let owes = now.state.turn();
        let words: Vec<String> = owes.iter().map(|seat| seat.to_string()).collect();
        output.extend_from_slice(words.join(" ").as_bytes());
        output.extend_from_slice(b"\n\n");
        if owes.is_empty() {
            let ranks: Vec<String> = self.ranks().iter().map(|(place, score)| format!("{}:{}", place, score)).collect();
            output.extend_from_slice(ranks.join(" ").as_bytes());
        }
        for (i, seat) in owes.iter().enumerate() {
            if i > 0 {
                output.push(b'\n');
            }
            // a move has its own line breaks and tabs as other bytes
            let packed: Vec<String> = now.state.moves(*seat).iter().map(|text| text.replace('\n', "\x1e").replace('\t', "\x1f")).collect();
            output.extend_from_slice(packed.join("\t").as_bytes());
        }
        self.output = output;
        self.answer()
    }

    fn ranks(&self) -> Vec<(usize, f64)> {
        let now = self.now();
        let scores: Vec<f64> = (0..now.seats).map(|seat| now.state.outcome(seat)).collect();
        scores.iter().map(|own| (1 + scores.iter().filter(|other| *other > own).count(), *own)).collect()
    }

    pub fn ask(&mut self, what: i32, seat: i32, size: usize, more: usize) -> i64 {
        tell_panics();
        self.load(size);
        let text = self.said(size, more);
        let state = unsafe { &(*self.now.as_ptr()).state };
        let eye = usize::try_from(seat).ok();
        self.output = match what {
            0 => {
                let ranks: Vec<String> = self.ranks().iter().map(|(place, score)| format!("[{},{}]", place, score)).collect();
                format!("[{}]", ranks.join(","))
            }
            1 => state.observe(eye).0 + "}",
            2 => state.view(eye),
            3 => state.ending(),
            5 => state.absent(seat as usize),
            6 => state.request(seat as usize, &Options(&text)),
            7 => state.arguments(seat as usize),
            8 => state.answer(seat as usize, &text),
            _ => String::new(),
        }
        .into_bytes();
        self.answer()
    }
}

/// Has a panic end the call with its words.
fn tell_panics() {
    static TOLD: std::sync::Once = std::sync::Once::new();
    TOLD.call_once(|| {
        std::panic::set_hook(Box::new(|why| {
            let text = why.to_string();
            unsafe { host::fail(text.as_ptr(), text.len()) }
        }))
    });
}

/// Has agon ask these rules.
#[macro_export]
macro_rules! serve {
    ($state:ty) => {
        static mut MODULE: agon::Module<$state> = agon::Module::new();

        fn module() -> &'static mut agon::Module<$state> {
            unsafe { &mut *std::ptr::addr_of_mut!(MODULE) }
        }
        #[no_mangle]
        pub extern "C" fn agon_buffer(size: usize) -> *mut u8 {
            module().buffer(size)
        }
        #[no_mangle]
        pub extern "C" fn agon_deal(seats: usize, options: usize) -> i64 {
            module().deal(seats, options)
        }
        #[no_mangle]
        pub extern "C" fn agon_step(state: usize, moves: usize) -> i64 {
            module().step(state, moves)
        }
        #[no_mangle]
        pub extern "C" fn agon_ask(what: i32, seat: i32, state: usize, text: usize) -> i64 {
            module().ask(what, seat, state, text)
        }
    };
}
