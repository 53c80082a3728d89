// Package traceback finds the lines of a bot's own program in the output that language runtimes print when a program fails or dumps its
// stack.
package traceback

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

// A form is the format in which a language reports where a program failed.
type form struct {
	pattern *regexp.Regexp // with the groups file and line, and optionally in and code
	last    bool           // the innermost frame is the last one
}

var forms = []form{
	{regexp.MustCompile(`(?m)^\s*File "(?P<file>[^"\n]+)", line (?P<line>\d+), in (?P<in>.+)\n(?:\s{4}(?P<code>.+)\n)?`), true},        // Python
	{regexp.MustCompile(`(?m)^\s*File "(?P<file>[^"\n]+)", line (?P<line>\d+)\n(?:\s{4}(?P<code>.+)\n)?`), true},                       // Python, syntax errors
	{regexp.MustCompile(`(?m)^ +at (?:(?P<in>[^\s(]+) \()?(?:file://)?(?P<file>/[^\s():]+\.[cm]?[jt]s):(?P<line>\d+):\d+\)?$`), false}, // JavaScript
	{regexp.MustCompile(`(?m)^\s+at (?P<in>[\w.$<>]+)\((?P<file>\w+\.(?:java|kt|scala)):(?P<line>\d+)\)$`), false},                     // JVM languages
	{regexp.MustCompile(`(?m)^\s+at (?P<in>\S.*?\)) in (?P<file>\S+\.(?:cs|fs|vb)):line (?P<line>\d+)`), false},                        // .NET
	{regexp.MustCompile(`(?m)^(?P<in>[\w./*()]+?)\(.*\)\n\t(?P<file>\S+\.go):(?P<line>\d+)`), false},                                   // Go
	{regexp.MustCompile(`panicked at (?:'.*', )?(?P<file>[^\s:]+\.rs):(?P<line>\d+):\d+`), false},                                      // Rust
	{regexp.MustCompile(`(?m)^\s*#\d+ 0x[0-9a-f]+ in (?P<in>\S.*) (?P<file>\S+\.(?:c|cc|cpp|cxx|h|hpp)):(?P<line>\d+)`), false},        // sanitizers
	{regexp.MustCompile(`(?m)^\S+: (?P<file>\S+\.(?:c|cc|cpp|cxx|h|hpp)):(?P<line>\d+): (?P<in>.+): Assertion `), false},               // assert of C and C++
	{regexp.MustCompile("(?m)^\\s*(?:from )?(?P<file>[^\\s:]+\\.rb):(?P<line>\\d+):in [`'](?P<in>[^']+)'"), false},                     // Ruby
	{regexp.MustCompile(`(?m) at (?P<file>\S+\.(?:pl|pm)) line (?P<line>\d+)\b`), false},                                               // Perl
	{regexp.MustCompile(`(?m) in (?P<file>/\S+\.php):(?P<line>\d+)`), false},                                                           // PHP
	{regexp.MustCompile(`(?m)^\S*lua\S*: (?P<file>\S+\.lua):(?P<line>\d+): `), false},                                                  // Lua
	{regexp.MustCompile(`(?m)^(?P<file>\S+\.(?:sh|bash)): (?:line )?(?P<line>\d+): `), false},                                          // shells
}

// libraries, inside and packages are prefixes and parts of paths and prefixes of functions that belong to libraries, not to the author's
// program.
var (
	libraries = []string{"/usr/", "/rustc/", "/opt/", "<", "node:", "internal/"}
	inside    = []string{"/lib/python", "/site-packages/", "/node_modules/", "/usr/local/go/src/", "/pkg/mod/", "@v"}
	packages  = []string{"java.", "javax.", "jdk.", "sun.", "kotlin.", "scala.", "runtime.", "System."}
)

// Line returns the line of the author's own program at which it failed, from its error output: "rambo.py, line 12, in think: x = a[7]".
// It is empty if the output has none.
func Line(text string) string {
	for _, f := range forms {
		place := ""
		for _, m := range f.pattern.FindAllStringSubmatch(text, -1) {
			group := func(name string) string {
				if i := f.pattern.SubexpIndex(name); i >= 0 {
					return m[i]
				}
				return ""
			}
			if !own(group("file"), group("in")) || place != "" && !f.last {
				continue
			}
			place = where(group("file"), group("line"), group("in"))
			if code := group("code"); code != "" {
				place += ": " + code
			}
		}
		if place != "" {
			return place
		}
	}
	return ""
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

func where(file, line, in string) string {
	place := fmt.Sprintf("%s, line %s", path.Base(file), line)
	if in != "" && in != "<module>" {
		place += ", in " + in
	}
	return place
}

var dumped = regexp.MustCompile(`(?m)^  File "([^"\n]+)", line (\d+) in (.+)$`)

// causes are the formats in which languages print the error that ended a program, with the group cause; the second group, if there is one, is
// what the error says.
var causes = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^\s+File "[^"\n]+", line \d+.*\n(?:[ \t]+.*\n)*([A-Za-z_][\w.]*(?:: .*)?)$`),             // Python
	regexp.MustCompile(`(?m)^(?:Uncaught )?([A-Z]\w*(?:: .*)?)\n(?:.*\n){0,3}? +at .*:\d+:\d+\)?$`),                  // JavaScript
	regexp.MustCompile(`(?m)^Exception in thread "[^"\n]*" ([\w.$]+(?:: .*)?)$`),                                     // JVM languages
	regexp.MustCompile(`(?m)^Unhandled [Ee]xception[.:]\s+([A-Z][\w.]+(?:: .*)?)$`),                                  // .NET
	regexp.MustCompile(`(?m)^(panic: .*|fatal error: .*)$`),                                                          // Go
	regexp.MustCompile(`(?m)^thread '.*' (?:\(\d+\) )?panicked at \S+:\n(.+)$`),                                      // Rust
	regexp.MustCompile(`(?m)^terminate called after throwing an instance of '([^'\n]+)'(?:\n\s+what\(\):\s+(.*))?$`), // C++
	regexp.MustCompile("(?m)(Assertion [`'].*' failed)"),                                                             // C and C++
	regexp.MustCompile("(?m)^\\S+\\.rb:\\d+:in [`'].*': (.+)$"),                                                      // Ruby
}

// mostOfCause is how many bytes of an error are returned.
const mostOfCause = 160

// Cause returns the error that ended a program, from its error output: "IndexError: list index out of range". It is empty if the output
// names none, and cut off after 160 bytes.
func Cause(text string) string {
	for _, c := range causes {
		all := c.FindAllStringSubmatch(text, -1)
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
	for _, m := range dumped.FindAllStringSubmatch(dump, -1) {
		if own(m[1], "") {
			return fmt.Sprintf("%s, line %s, in %s", path.Base(m[1]), m[2], m[3])
		}
	}
	return ""
}

var cached = regexp.MustCompile(`[^\s"'(]*/(?:(?:built|handed)/[0-9a-f]{32}|agon-game-\d+/\d+/home)/(?:\./)?`)

// Short returns a text with the paths of bots' files shortened by the folders into which agon has copied them.
func Short(text string) string { return cached.ReplaceAllString(text, "") }
