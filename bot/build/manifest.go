package build

import (
	"cmp"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/internal/nearest"
	"agon/internal/regular"
	"agon/internal/tomlfile"
)

const manifestName = "bot.toml"

// largestManifest bounds the size of a bot.toml or a bot.json in bytes.
const largestManifest = 1 << 20

// A manifest is a bot.toml:
//
//	name = "Rambo"                      # all keys are optional
//	authors = ["Ann", "Ben"]            # or author = "Ann"
//	language = "c++"                    # default: by the files
//	build = "make"                      # replaces the language's build; a list of lists is several commands
//	run = "./rambo --fast"              # replaces the language's start command; a source file is the bot's main file
//	files = ["src", "*.bin"]            # the bot's files; default: everything in the folder
//	protocol = "agon"                   # or "contest"
//	serve = true                        # it is an HTTP server, on the port in the environment variable PORT
//	connects = 5000                     # it connects to this port of 127.0.0.1 in place of reading its standard input
//
//	[build]                             # instead of build = …
//	command = "make"
//	network = true                      # the language's package manager downloads dependencies first
//
//	[parameters]
//	depth = { value = 3, from = 1, to = 8 }   # BOT_DEPTH in the environment, {depth} in run
type manifest struct {
	Name     string `toml:"name"`
	Author   any    `toml:"author"`  // a string, or a list of strings
	Authors  any    `toml:"authors"` // the same
	Language string `toml:"language"`
	Build    any    `toml:"build"` // a command, a list of them, or a table of command and network
	Run      any    `toml:"run"`   // a command: a string, or the list of its words
	Files    any    `toml:"files"` // a string, or a list of them
	Protocol string `toml:"protocol"`
	Serve    bool   `toml:"serve"`
	Connects uint32 `toml:"connects"`

	Parameters map[string]any `toml:"parameters"`

	doc *tomlfile.Document
	err error
}

// readManifest reads the folder's bot.toml.
func (s *Source) readManifest(name string) error {
	s.Described = true
	text, err := readSmall(filepath.Join(s.Root, name))
	if err != nil {
		return err
	}
	var m manifest
	if m.doc, err = tomlfile.Decode(name, text, &m); err != nil {
		return misread(err)
	}
	if m.Name != "" {
		s.Name, s.Named = m.Name, true
	}
	s.Author = strings.Join(append(m.texts(m.Author, "author"), m.texts(m.Authors, "authors")...), ", ")
	s.Language = m.language()
	s.Protocol, s.Serve, s.Connects = m.protocol(), m.Serve, m.Connects
	if s.Connects > 65535 || s.Connects > 0 && s.Serve {
		m.fail([]string{"connects"}, "connects = %d is the port, up to 65535, to which a bot connects that is no server", s.Connects)
	}
	if s.Serve && s.Protocol != AsUsual {
		m.fail([]string{"protocol"},
			"protocol is how a program is asked over its standard streams, and serve = true is for HTTP servers: remove one of them")
	}
	s.Parameters = m.parameters()
	s.Run = fill(m.command(m.Run, "run"), s.Parameters)
	m.build(s)
	patterns := m.texts(m.Files, "files")
	if m.err != nil {
		return misread(m.err)
	}
	if s.Files, err = walk(s.Root, patterns); err != nil {
		return err
	}
	return s.settle()
}

// misread turns an error of the TOML decoder into a Flaw.
func misread(err error) error {
	var bad *tomlfile.Error
	if !errors.As(err, &bad) {
		return err
	}
	at, _ := strings.CutSuffix(bad.Error(), ": "+bad.Text)
	return flaw(at, "%s", bad.Text)
}

// settle fills in what the manifest left open.
func (s *Source) settle() error {
	if len(s.Run) > 0 {
		first := filepath.ToSlash(filepath.Clean(s.Run[0]))
		if language := languageOf(s.Root, first); s.has(first) && language != "" && language != "program" {
			s.Entry, s.Args, s.Run = first, s.Run[1:], nil
			s.Language = cmp.Or(s.Language, language)
		}
		return nil
	}
	if s.Language == "" {
		return s.guess()
	}
	sources, finished := s.candidates()
	for _, name := range append(sources, finished...) {
		if languageOf(s.Root, name) == s.Language || isSourceFile(s.Language, name) {
			s.Entry = name
			return nil
		}
	}
	return nil
}

func (m *manifest) build(s *Source) {
	table, ok := m.Build.(map[string]any)
	if !ok {
		s.Build = m.commands(m.Build, "build")
		return
	}
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if known := []string{"command", "network"}; !slices.Contains(known, key) {
			m.fail([]string{"build", key}, "unknown key %q in [build]%s", key, hint(key, known))
		}
	}
	s.Build = m.commands(table["command"], "build", "command")
	if v, ok := table["network"]; ok {
		if s.Network, ok = v.(bool); !ok {
			m.wanted("true or false", "build", "network")
		}
	}
}

func (m *manifest) language() string {
	if m.Language == "" {
		return ""
	}
	for i := range languages {
		if l := &languages[i]; strings.EqualFold(l.name, m.Language) || slices.Contains(l.aliases, strings.ToLower(m.Language)) {
			return l.name
		}
	}
	m.fail([]string{"language"}, "unknown language %q%s", m.Language, hint(m.Language, languageNames()))
	return ""
}

func (m *manifest) protocol() Protocol {
	p := Protocol(m.Protocol)
	if p != AsUsual && p != Contest && p != Agon {
		m.wanted(`"contest" or "agon"`, "protocol")
	}
	return p
}

// command parses one command, a string or a list of words.
func (m *manifest) command(v any, path ...string) []string {
	text, ok := v.(string)
	if !ok {
		return m.texts(v, path...)
	}
	words, err := split(text)
	if err == nil && len(words) == 0 {
		err = errors.New("the command is empty")
	}
	if err != nil {
		m.fail(path, "%s = %q: %v", path[len(path)-1], text, err)
	}
	return words
}

// commands parses several commands: one command, or a list of lists.
func (m *manifest) commands(v any, path ...string) [][]string {
	list, ok := v.([]any)
	if !ok || len(list) == 0 {
		if c := m.command(v, path...); len(c) > 0 {
			return [][]string{c}
		}
		return nil
	}
	if _, ok := list[0].([]any); !ok {
		return [][]string{m.texts(v, path...)}
	}
	var all [][]string
	for i, item := range list {
		if words := m.texts(item, append(path, strconv.Itoa(i))...); len(words) > 0 {
			all = append(all, words)
		}
	}
	return all
}

// texts parses a list of strings; a string alone is a list of one.
func (m *manifest) texts(v any, path ...string) []string {
	switch v := v.(type) {
	case nil:
		return nil
	case string:
		return []string{v}
	case []any:
		var all []string
		for i, item := range v {
			text, ok := item.(string)
			if !ok {
				m.wanted(`a list of strings such as ["one", "two"]`, append(path, strconv.Itoa(i))...)
			}
			all = append(all, text)
		}
		return all
	default:
		m.wanted("a string or a list of strings", path...)
		return nil
	}
}

// wanted records that the value of a key has the wrong type.
func (m *manifest) wanted(form string, path ...string) {
	name := path[0]
	if name == "build" && len(path) > 1 && (path[1] == "command" || path[1] == "network") {
		name = path[1]
	}
	m.fail(path, "%s must be %s, not %s", name, form, m.doc.Value(path...))
}

// fail records the first mistake, with its key.
func (m *manifest) fail(path []string, format string, args ...any) {
	if m.err == nil {
		m.err = m.doc.Errorf(path, format, args...)
	}
}

func hint(word string, known []string) string {
	if h := nearest.Hint(word, known); h != "" {
		return h
	}
	return "; known: " + strings.Join(known, ", ")
}

// readSmall reads a file that should not be large.
func readSmall(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > largestManifest {
		return nil, flaw(filepath.Base(path), "not a regular file of at most %d KiB", largestManifest>>10)
	}
	return regular.Read(path)
}
