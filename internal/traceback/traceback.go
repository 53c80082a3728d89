// Package traceback finds the lines of a bot's own program in the output that language runtimes print when a program fails or dumps its
// stack.
package traceback

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"agon/internal/pattern"
)

// A form is the format in which a language reports where a program failed.
type form struct {
	find func() *regexp.Regexp // with the groups file and line, and optionally in and code
	last bool                  // the innermost frame is the last one
}

var forms = []form{
	{pattern.Of(`(?m)^\s*File "(?P<file>[^"\n]+)", line (?P<line>\d+), in (?P<in>.+)\n(?:\s{4}(?P<code>.+)\n)?`), true}, // Python
	// Python, syntax errors
	{pattern.Of(`(?m)^\s*File "(?P<file>[^"\n]+)", line (?P<line>\d+)\n(?:\s{4}(?P<code>.+)\n)?`), true},
	// JavaScript
	{pattern.Of(`(?m)^ +at (?:(?P<in>[^\s(]+) \()?(?:file://)?(?P<file>/[^\s():]+\.[cm]?[jt]s):(?P<line>\d+):\d+\)?$`), false},
	// JVM languages
	{pattern.Of(`(?m)^\s+at (?P<in>[\w.$<>]+)\((?P<file>\w+\.(?:java|kt|scala)):(?P<line>\d+)\)$`), false},
	{pattern.Of(`(?m)^\s+at (?P<in>\S.*?\)) in (?P<file>\S+\.(?:cs|fs|vb)):line (?P<line>\d+)`), false}, // .NET
	{pattern.Of(`(?m)^(?P<in>[\w./*()]+?)\(.*\)\n\t(?P<file>\S+\.go):(?P<line>\d+)`), false},            // Go
	{pattern.Of(`panicked at (?:'.*', )?(?P<file>[^\s:]+\.rs):(?P<line>\d+):\d+`), false},               // Rust
	// sanitizers
	{pattern.Of(`(?m)^\s*#\d+ 0x[0-9a-f]+ in (?P<in>\S.*) (?P<file>\S+\.(?:c|cc|cpp|cxx|h|hpp)):(?P<line>\d+)`), false},
	// assert of C and C++
	{pattern.Of(`(?m)^\S+: (?P<file>\S+\.(?:c|cc|cpp|cxx|h|hpp)):(?P<line>\d+): (?P<in>.+): Assertion `), false},
	{pattern.Of("(?m)^\\s*(?:from )?(?P<file>[^\\s:]+\\.rb):(?P<line>\\d+):in [`'](?P<in>[^']+)'"), false}, // Ruby
	{pattern.Of(`(?m) at (?P<file>\S+\.(?:pl|pm)) line (?P<line>\d+)\b`), false},                           // Perl
	{pattern.Of(`(?m) in (?P<file>/\S+\.php):(?P<line>\d+)`), false},                                       // PHP
	{pattern.Of(`(?m)^\S*lua\S*: (?P<file>\S+\.lua):(?P<line>\d+): `), false},                              // Lua
	{pattern.Of(`(?m)^(?P<file>\S+\.(?:sh|bash)): (?:line )?(?P<line>\d+): `), false},                      // shells
}

// libraries, inside and packages are prefixes and parts of paths and prefixes of functions that belong to libraries, not to the author's
// program.
var (
	libraries = []string{"/usr/", "/rustc/", "/opt/", "<", "node:", "internal/"}
	inside    = []string{"/lib/python", "/site-packages/", "/node_modules/", "/usr/local/go/src/", "/pkg/mod/", "@v"}
	packages  = []string{"java.", "javax.", "jdk.", "sun.", "kotlin.", "scala.", "runtime.", "System."}
)

// A Spot is a line of the author's own program.
type Spot struct {
	File string // as the runtime or the compiler names it; empty if there is none
	Line int    // from 1
	In   string // the function
	Code string // the line itself, if the output has it
}

// String returns the spot as people read it: "rambo.py, line 12, in think: x = a[7]". It is empty if there is none.
func (s Spot) String() string {
	if s.File == "" {
		return ""
	}
	place := fmt.Sprintf("%s, line %d", path.Base(s.File), s.Line)
	if s.In != "" && s.In != "<module>" {
		place += ", in " + s.In
	}
	if s.Code != "" {
		place += ": " + s.Code
	}
	return place
}

// Line returns the line of the author's own program at which it failed, from its error output.
func Line(text string) Spot {
	for _, f := range forms {
		if s := f.spot(text); s.File != "" {
			return s
		}
	}
	return Spot{}
}

// compilers are the formats in which compilers and agon itself name the line of a mistake.
var compilers = []form{
	{pattern.Of(`(?m)^\s*(?P<file>[^\s:]+\.\w+):(?P<line>\d+):(?:\d+:)? (?:fatal )?error\b`), false}, // C, C++, Java, Kotlin
	{pattern.Of(`(?m)^\s*--> (?P<file>[^\s:]+):(?P<line>\d+):\d+$`), false},                          // Rust
	{pattern.Of(`(?m)^(?P<file>[^\s(]+\.\w+)\((?P<line>\d+),\d+\): error\b`), false},                 // C#
	{pattern.Of(`(?m)^\s*(?P<file>[^\s:]+\.\w+):(?P<line>\d+):(?:\d+:)? `), false},                   // Go, and mistakes in bot.toml
}

// Mistake returns the line of a bot's own files that keeps it from being built or started, from what compilers, runtimes and agon say of
// it.
func Mistake(text string) Spot {
	if s := Line(text); s.File != "" {
		return s
	}
	for _, f := range compilers {
		if s := f.spot(text); s.File != "" {
			return s
		}
	}
	return Spot{}
}

// spot returns the innermost frame of the author's program that a text has in this format.
func (f form) spot(text string) (found Spot) {
	for _, m := range f.find().FindAllStringSubmatch(text, -1) {
		group := func(name string) string {
			if i := f.find().SubexpIndex(name); i >= 0 {
				return m[i]
			}
			return ""
		}
		if !own(group("file"), group("in")) || found.File != "" && !f.last {
			continue
		}
		line, err := strconv.Atoi(group("line"))
		if err != nil {
			continue // of a program that prints what looks like one
		}
		found = Spot{group("file"), line, group("in"), group("code")}
	}
	return found
}

// own reports whether a frame belongs to the author's program and not to a library.
func own(file, in string) bool {
	for _, begin := range libraries {
		if strings.HasPrefix(file, begin) {
			return false
		}
	}
	for _, part := range inside {
		if strings.Contains(file, part) {
			return false
		}
	}
	for _, name := range packages {
		if strings.HasPrefix(in, name) {
			return false
		}
	}
	return true
}

var dumped = pattern.Of(`(?m)^  File "([^"\n]+)", line (\d+) in (.+)$`)

// causes are the formats in which languages print the error that ended a program, with the group cause; the second group, if there is one,
// is what the error says.
var causes = []func() *regexp.Regexp{
	pattern.Of(`(?m)^\s+File "[^"\n]+", line \d+.*\n(?:[ \t]+.*\n)*([A-Za-z_][\w.]*(?:: .*)?)$`),             // Python
	pattern.Of(`(?m)^(?:Uncaught )?([A-Z]\w*(?:: .*)?)\n(?:.*\n){0,3}? +at .*:\d+:\d+\)?$`),                  // JavaScript
	pattern.Of(`(?m)^Exception in thread "[^"\n]*" ([\w.$]+(?:: .*)?)$`),                                     // JVM languages
	pattern.Of(`(?m)^Unhandled [Ee]xception[.:]\s+([A-Z][\w.]+(?:: .*)?)$`),                                  // .NET
	pattern.Of(`(?m)^(panic: .*|fatal error: .*)$`),                                                          // Go
	pattern.Of(`(?m)^thread '.*' (?:\(\d+\) )?panicked at \S+:\n(.+)$`),                                      // Rust
	pattern.Of(`(?m)^terminate called after throwing an instance of '([^'\n]+)'(?:\n\s+what\(\):\s+(.*))?$`), // C++
	pattern.Of("(?m)(Assertion [`'].*' failed)"),                                                             // C and C++
	pattern.Of("(?m)^\\S+\\.rb:\\d+:in [`'].*': (.+)$"),                                                      // Ruby
}

// mostOfCause is how many bytes of an error are returned.
const mostOfCause = 160

// Cause returns the error that ended a program, from its error output: "IndexError: list index out of range". It is empty if the output
// names none, and cut off after 160 bytes.
func Cause(text string) string {
	for _, c := range causes {
		all := c().FindAllStringSubmatch(text, -1)
		if len(all) == 0 {
			continue
		}
		m := all[len(all)-1]
		cause := strings.TrimSpace(m[1])
		if len(m) > 2 && m[2] != "" {
			cause += ": " + strings.TrimSpace(m[2])
		}
		if len(cause) > mostOfCause {
			cause = strings.ToValidUTF8(cause[:mostOfCause], "") + "…"
		}
		return cause
	}
	return ""
}

// Place returns the innermost frame of the author's program in a dump of Python's faulthandler: "rambo.py, line 12, in think". It is
// empty if the dump has none.
func Place(dump string) string {
	for _, m := range dumped().FindAllStringSubmatch(dump, -1) {
		if own(m[1], "") {
			return fmt.Sprintf("%s, line %s, in %s", path.Base(m[1]), m[2], m[3])
		}
	}
	return ""
}

var cached = pattern.Of(`[^\s"'(]*/(?:(?:built|handed)/[0-9a-f]{32}|agon-[0-9-]+-homes-\d+/\d+)/(?:\./)?`)

// Short returns a text with the paths of bots' files shortened by the folders into which agon has copied them.
func Short(text string) string { return cached().ReplaceAllString(text, "") }
