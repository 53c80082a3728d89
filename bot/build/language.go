package build

import (
	"bytes"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A language is one in which bots can be written.
type language struct {
	name    string
	aliases []string
	sources []string // endings of source files
	results []string // endings of files that run without a build
	planned func(*plan) error
}

// languages is the table of all languages. To add one, add a line here and a plan function. An ending that several languages share belongs
// to the first.
var languages = [...]language{
	{"python", []string{"py", "python3"}, []string{".py"}, nil, planPython},
	{"python2", nil, []string{".py"}, nil, planPython2},
	{"javascript", []string{"js", "node"}, []string{".js", ".mjs", ".cjs"}, nil, planJavaScript},
	{"typescript", []string{"ts"}, []string{".ts", ".mts"}, nil, planTypeScript},
	{"java", nil, []string{".java"}, []string{".jar"}, planJava},
	{"c", nil, []string{".c"}, nil, planC},
	{"c++", []string{"cpp", "cxx"}, []string{".cpp", ".cc", ".cxx"}, nil, planCPP},
	{"go", []string{"golang"}, []string{".go"}, nil, planGo},
	{"rust", []string{"rs"}, []string{".rs"}, nil, planRust},
	{"c#", []string{"csharp", "cs", "dotnet"}, []string{".cs"}, nil, planCSharp},
	{"f#", []string{"fsharp", "fs"}, []string{".fs"}, nil, planFSharp},
	{"vb.net", []string{"vb", "visual basic"}, []string{".vb"}, nil, planBasic},
	{"shell", []string{"sh"}, []string{".sh"}, nil, planShell},
	{"bash", nil, []string{".bash", ".sh"}, nil, planBash},
	{"ruby", []string{"rb"}, []string{".rb"}, nil, planRuby},
	{"php", nil, []string{".php"}, nil, planPHP},
	{"lua", nil, []string{".lua"}, nil, planLua},
	{"perl", nil, []string{".pl"}, nil, planPerl},
	{"kotlin", []string{"kt"}, []string{".kt"}, nil, planKotlin},
	{"scala", nil, []string{".scala"}, nil, planScala},
	{"haskell", []string{"hs"}, []string{".hs"}, nil, planHaskell},
	{"ocaml", []string{"ml"}, []string{".ml"}, nil, planOCaml},
	{"pascal", []string{"delphi"}, []string{".pas", ".pp"}, nil, planPascal},
	{"d", []string{"dlang"}, []string{".d"}, nil, planD},
	{"objective-c", []string{"objc"}, []string{".m"}, nil, planObjectiveC},
	{"clojure", []string{"clj"}, []string{".clj"}, nil, planClojure},
	{"groovy", nil, []string{".groovy"}, nil, planGroovy},
	{"dart", nil, []string{".dart"}, nil, planDart},
	{"swift", nil, []string{".swift"}, nil, planSwift},
	{"wasm", []string{"wasi"}, nil, []string{".wasm"}, planWasm},
	{"program", []string{"executable", "binary"}, nil, nil, planProgram},
}

// headers are files that sources of a language use, in addition to other sources of it.
var headers = map[string][]string{
	"perl": {".pm"}, "c": {".h"}, "objective-c": {".h"}, "c++": {".h", ".hpp", ".hh",
		".c"}, "javascript": {".json"}, "typescript": {".json", ".js"},
}

// findLanguage returns the language of a name, nil if there is none.
func findLanguage(name string) *language {
	for i := range languages {
		if languages[i].name == name {
			return &languages[i]
		}
	}
	return nil
}

// languageOf returns the language of a file by its name, or "program" if it is executable; "" for none.
func languageOf(root, name string) string {
	ext := strings.ToLower(path.Ext(name))
	for i := range languages {
		if l := &languages[i]; slices.Contains(l.sources, ext) || slices.Contains(l.results, ext) {
			return l.name
		}
	}
	info, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	if runtime.GOOS == "windows" && ext == ".exe" || runtime.GOOS != "windows" && info.Mode()&0o111 != 0 &&
		runnable(filepath.Join(root, name)) {
		return "program"
	}
	return ""
}

// runnable reports whether a file begins like a program: the executable bit alone proves nothing, since Windows disks set it on all files.
func runnable(file string) bool {
	f, err := os.Open(file)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 4)
	n, _ := io.ReadFull(f, head)
	for _, magic := range []string{"\x7fELF", "#!", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"} {
		if bytes.HasPrefix(head[:n], []byte(magic)) {
			return true
		}
	}
	return false
}

// isSource reports whether files of a language are sources that are compiled or interpreted.
func isSource(name string) bool { return name != "program" && name != "wasm" }

// relatives returns the endings of files that a source may use.
func relatives(name string) []string {
	ext := strings.ToLower(path.Ext(name))
	for i := range languages {
		if l := &languages[i]; slices.Contains(l.sources, ext) {
			return append(append([]string(nil), l.sources...), headers[l.name]...)
		}
	}
	return nil
}

// Named reports whether the name of a file is that of a bot in a language that is known: of a source, or of what runs without a build. A
// name without an ending may be a program's.
func Named(file string) bool {
	ext := strings.ToLower(path.Ext(file))
	return ext == "" || slices.Contains(endings(), ext)
}

// A Language is one in which bots are written as sources.
type Language struct {
	Name   string
	Ending string // the usual one of source files
}

// Languages returns the languages of sources, each ending once.
func Languages() (list []Language) {
	for _, l := range languages {
		if len(l.sources) > 0 && !slices.ContainsFunc(list, func(had Language) bool { return had.Ending == l.sources[0] }) {
			list = append(list, Language{l.name, l.sources[0]})
		}
	}
	return list
}

// SourceLanguage returns the language of a source by the name of its file; ok is false if it is none.
func SourceLanguage(file string) (l Language, ok bool) {
	ext := strings.ToLower(path.Ext(file))
	for _, one := range languages {
		if slices.Contains(one.sources, ext) {
			return Language{one.name, one.sources[0]}, true
		}
	}
	return l, false
}

// Runnable reports whether a file begins like a program that the system can start.
func Runnable(file string) bool { return runnable(file) }

// Endings returns all endings of bot files.
func Endings() []string { return endings() }

func languageNames() []string {
	names := make([]string, len(languages))
	for i, l := range languages {
		names[i] = l.name
	}
	return names
}

// endings returns all endings of bot files.
func endings() []string {
	var all []string
	for _, l := range languages {
		for _, ext := range slices.Concat(l.sources, l.results) {
			if !slices.Contains(all, ext) {
				all = append(all, ext)
			}
		}
	}
	return all
}
