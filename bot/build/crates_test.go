package build

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

const dicer = `use std::io::BufRead;
use rand::Rng;
fn main() {
    for line in std::io::stdin().lock().lines() { println!("{}{}", line.unwrap(), rand::thread_rng().gen_range(0..1)); }
}
`

// TestCrates: a lone file that uses crates of CodinGame's is built where their sources are, and elsewhere the author reads how it would
// be.
func TestCrates(t *testing.T) {
	b := builder(t)
	file := filepath.Join(write(t, t.TempDir(), map[string]string{"dicer.rs": dicer}), "dicer.rs")
	b.Tools.Crates = t.TempDir()
	_, err := b.make(t, file, Use{})
	if missing := (*Missing)(nil); errors.As(err, &missing) {
		t.Skip(err)
	}
	why, _ := Reason(err)
	for _, want := range []string{"the crates rand are not part of Rust", "apt-get install cargo librust-rand-dev", "src/main.rs",
		"[dependencies]\nrand = \"0.8\"\n", "network = true"} {
		if !strings.Contains(why, want) {
			t.Errorf("got %q, want %q", why, want)
		}
	}
	if strings.Index(why, "[dependencies]") > strings.Index(why, "error[E0432]") {
		t.Errorf("the advice is behind the compiler's words: %s", why)
	}
	b.Tools.Crates = write(t, t.TempDir(), map[string]string{
		"rand-0.8.5/.cargo-checksum.json": `{"package": null, "files": {}}`,
		"rand-0.8.5/Cargo.toml":           "[package]\nname = \"rand\"\nversion = \"0.8.5\"\n",
		"rand-0.8.5/src/lib.rs": "pub trait Rng { fn gen_range(&mut self, r: std::ops::Range<u32>) -> u32 { r.start } }\npub struct " +
			"R;\nimpl Rng for R {}\npub fn thread_rng() -> R { R }\n",
	})
	if _, err := b.Tools.rust("cargo"); err != nil {
		t.Skip(err)
	}
	p, err := b.make(t, file, Use{})
	if err != nil {
		t.Fatal(err)
	}
	if got := talk(t, p, "a\nb\n"); got != "a0\nb0\n" {
		t.Errorf("it answers %q", got)
	}
}

func TestCratesOf(t *testing.T) {
	for text, want := range map[string]string{
		"use std::io;\nfn main() { let t = std::time::Instant::now(); }": "",
		"use std::time;\nuse time::Duration;":                            "",
		"use std::{io, time};\nuse time::Duration;":                      "",
		"use time::OffsetDateTime;":                                      "time",
		"use rand::prelude::*;\npub use itertools::Itertools;":           "itertools rand",
		"extern crate chrono;\n#[macro_use] extern crate regex;":         "chrono regex",
		"fn main() { unsafe { libc::getpid(); } }":                       "libc",
		"use crate::rand::x; mod other;":                                 "",
		"mod rand;\nuse rand::x;":                                        "",
		"use serde::Serialize;":                                          "",
	} {
		dir := write(t, t.TempDir(), map[string]string{"bot.rs": text})
		s, err := Finder{}.Find(filepath.Join(dir, "bot.rs"))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, c := range (&rustBuild{plan: &plan{source: s}}).cratesOf() {
			names = append(names, c.name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q uses %q, want %q", text, got, want)
		}
	}
}
