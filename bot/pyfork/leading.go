package pyfork

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// Leading returns the modules of the standard library that a Python file imports before it does anything else, as "module" or
// "module:name,name", and the length of the text with these statements. It ends before the first statement that it does not know, and before
// the first module that is not known to be the same in every process.
func Leading(source []byte) (imports []string, length int) {
	if foreign.Match(head(source)) {
		return nil, 0
	}
	for length < len(source) {
		text, size := logical(source[length:])
		found, ok := statement(text)
		if !ok {
			break
		}
		imports = append(imports, found...)
		length += size
	}
	return imports, length
}

// foreign is a declaration of an encoding other than those that write ASCII as it is.
var foreign = regexp.MustCompile(`(?m)^[ \t\f]*#.*?coding[:=][ \t]*(?:[^-_.a-zA-Z0-9]|$|[-_.a-zA-Z0-9])`)

// head returns the first two lines, where an encoding may be declared, without the usual declarations.
func head(source []byte) []byte {
	lines := bytes.SplitAfterN(source[:min(len(source), 1024)], []byte("\n"), 3)
	first := bytes.Join(lines[:min(len(lines), 2)], nil)
	return usual.ReplaceAll(first, nil)
}

var usual = regexp.MustCompile(`(?mi)^[ \t\f]*#.*?coding[:=][ \t]*(?:utf-?8|ascii|latin-?1|iso-8859-1|us-ascii)[ \t\r]*(?:-\*-)?[ \t\r]*$`)

// logical returns the first logical line of a file and its length: several lines where a string with three quotes or a parenthesis is open.
func logical(source []byte) (text string, size int) {
	size = lineEnd(source, 0)
	trimmed := bytes.TrimLeft(source, "rRuU")
	for _, quotes := range []string{`"""`, `'''`} {
		if bytes.HasPrefix(trimmed, []byte(quotes)) {
			begin := len(source) - len(trimmed) + 3
			end := bytes.Index(source[begin:], []byte(quotes))
			if end < 0 {
				return "?", size
			}
			if bytes.IndexByte(source[begin:begin+end], '\\') >= 0 {
				return "?", size // the quotes may be escaped
			}
			size = lineEnd(source, begin+end+3)
			return `""` + string(source[begin+end+3:size]), size
		}
	}
	for open(source[:size]) && size < len(source) {
		size = lineEnd(source, size)
	}
	return string(source[:size]), size
}

func lineEnd(source []byte, from int) int {
	if at := bytes.IndexByte(source[from:], '\n'); at >= 0 {
		return from + at + 1
	}
	return len(source)
}

// open reports whether a parenthesis of an import is open at the end of a text.
func open(text []byte) bool {
	plain := comment.ReplaceAll(text, nil)
	return bytes.HasPrefix(plain, []byte("from ")) && bytes.IndexByte(plain, '(') >= 0 && bytes.IndexByte(plain, ')') < 0
}

var (
	comment = regexp.MustCompile(`(?m)#.*$`)
	nothing = regexp.MustCompile(`^(?:""|'')?$|^[rRuU]?(?:"[^"\\\n]*"|'[^'\\\n]*')$`)
	imports = regexp.MustCompile(`^import[ \t]+(.+)$`)
	froms   = regexp.MustCompile(`^from[ \t]+([A-Za-z0-9_.]+)[ \t]+import[ \t]*(.+)$`)
	module  = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)(?:[ \t]+as[ \t]+[A-Za-z_][A-Za-z0-9_]*)?$`)
)

// statement returns the modules that a logical line imports. It fails for lines that do anything else.
func statement(text string) (found []string, ok bool) {
	if strings.ContainsAny(text, "\\\f\v\x00") || strings.HasPrefix(text, " ") && strings.TrimSpace(text) != "" || strings.HasPrefix(text, "\t") && strings.TrimSpace(text) != "" {
		return nil, false
	}
	if line := strings.TrimRight(text, " \t\r\n"); nothing.MatchString(line) {
		return nil, true
	}
	for part := range strings.SplitSeq(string(comment.ReplaceAll([]byte(text), nil)), ";") {
		names, ok := single(strings.TrimSpace(part))
		if !ok {
			return nil, false
		}
		found = append(found, names...)
	}
	return found, true
}

// single returns the modules of one statement.
func single(text string) (found []string, ok bool) {
	if nothing.MatchString(text) {
		return nil, true
	}
	if m := imports.FindStringSubmatch(text); m != nil {
		for part := range strings.SplitSeq(m[1], ",") {
			name := module.FindStringSubmatch(strings.TrimSpace(part))
			if name == nil || !known(name[1]) {
				return nil, false
			}
			found = append(found, name[1])
		}
		return found, true
	}
	m := froms.FindStringSubmatch(strings.NewReplacer("\r", " ", "\n", " ").Replace(text))
	if m == nil || !known(m[1]) {
		return nil, false
	}
	list := strings.TrimSpace(m[2])
	if inner, ok := strings.CutPrefix(list, "("); ok {
		if inner, ok = strings.CutSuffix(inner, ")"); !ok {
			return nil, false
		}
		list = strings.TrimSuffix(strings.TrimSpace(inner), ",")
	}
	var names []string
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		name := module.FindStringSubmatch(part)
		switch {
		case part == "*" && list == "*":
			names = append(names, part)
		case name == nil || strings.Contains(name[1], "."):
			return nil, false
		default:
			names = append(names, name[1])
		}
	}
	return []string{m[1] + ":" + strings.Join(names, ",")}, true
}

// known reports whether a module is in the list of those that are loaded in advance.
func known(name string) bool {
	_, found := slices.BinarySearch(modules, name)
	return found
}

// modules are those of the standard library that take nothing from the time and the process in which they are imported, or that Python
// itself renews in a copied process (random, threading). Left out are, for example, logging, which notes the time, multiprocessing, which draws a
// key, hashlib, which reads a file of the host's, and all that warn or print when they are imported.
var modules = []string{
	"__future__", "_thread", "abc", "argparse", "array", "ast", "base64", "binascii", "bisect", "calendar", "cmath", "codecs", "collections",
	"collections.abc", "colorsys", "contextlib", "copy", "copyreg", "csv", "dataclasses", "datetime", "decimal", "difflib", "dis", "enum", "errno",
	"fnmatch", "fractions", "functools", "getopt", "glob", "gzip", "heapq", "html", "inspect", "io", "itertools", "json", "json.decoder",
	"json.encoder", "keyword", "linecache", "locale", "math", "numbers", "opcode", "operator", "optparse", "os", "os.path", "pathlib", "pickle", "platform",
	"pprint", "queue", "random", "re", "reprlib", "sched", "shlex", "shutil", "signal", "stat", "statistics", "string",
	"struct", "sys", "tempfile", "textwrap", "threading", "time", "timeit", "token", "tokenize", "traceback", "types", "typing", "unicodedata",
	"urllib.parse", "weakref", "zlib",
}
