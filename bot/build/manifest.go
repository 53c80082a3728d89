package build

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"agon/internal/nearest"
)

const manifestName = "bot.toml"

// largestManifest bounds what is read of a bot.toml or a bot.json.
const largestManifest = 1 << 20 // bytes

// A manifest is a bot.toml that is being read:
//
//	name = "Rambo"                      # all keys may be left out
//	authors = ["Ann", "Ben"]            # or author = "Ann"
//	language = "c++"                    # told from the files where left out
//	build = "make"                      # instead of what the language does; a list of lists is several commands
//	run = "./rambo --fast"              # instead of what the language does; a source file is the one that the bot begins with
//	files = ["src", "*.bin"]            # what belongs to the bot; all in the folder where left out
//	protocol = "agon"                   # or "contest"
//
//	[build]                             # instead of build = …
//	command = "make"
//	network = true                      # the language's package manager fetches dependencies first
type manifest struct {
	file string
	text string
	err  error
}

// readManifest reads the folder's bot.toml.
func (s *Source) readManifest(name string) error {
	s.Described = true
	text, err := readSmall(filepath.Join(s.Root, name))
	if err != nil {
		return err
	}
	var tree map[string]any
	if err := toml.Unmarshal(text, &tree); err != nil {
		var bad *toml.DecodeError
		if errors.As(err, &bad) {
			row, _ := bad.Position()
			return flaw(fmt.Sprintf("%s:%d", name, row), "%s", strings.TrimPrefix(bad.Error(), "toml: "))
		}
		return flaw(name, "%s", err)
	}
	m := manifest{file: name, text: string(text)}
	m.known(tree, "name", "author", "authors", "language", "build", "run", "files", "protocol")
	if name := m.single(tree, "name"); name != "" {
		s.Name, s.Named = name, true
	}
	s.Author = strings.Join(append(m.texts(tree, "author"), m.texts(tree, "authors")...), ", ")
	s.Language = m.language(tree)
	s.Protocol = m.protocol(tree)
	s.Run = m.command(tree, "run")
	m.build(tree, s)
	patterns := m.texts(tree, "files")
	if m.err != nil {
		return m.err
	}
	if s.Files, err = walk(s.Root, patterns); err != nil {
		return err
	}
	return s.settle()
}

// settle finds out what the manifest left open.
func (s *Source) settle() error {
	if len(s.Run) > 0 {
		first := filepath.ToSlash(filepath.Clean(s.Run[0]))
		if language := languageOf(s.Root, first); s.has(first) && language != "" && language != "program" {
			s.Entry, s.Args, s.Run = first, s.Run[1:], nil
			s.Language = orElse(s.Language, language)
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

func (m *manifest) build(tree map[string]any, s *Source) {
	table, ok := tree["build"].(map[string]any)
	if !ok {
		s.Build = m.commands(tree, "build")
		return
	}
	m.known(table, "command", "network")
	s.Build = m.commands(table, "command")
	if v, ok := table["network"]; ok {
		if s.Network, ok = v.(bool); !ok {
			m.fail("network", "network is true or false, not %v", v)
		}
	}
}

func (m *manifest) language(tree map[string]any) string {
	name := m.single(tree, "language")
	if name == "" {
		return ""
	}
	for i := range languages {
		if l := &languages[i]; strings.EqualFold(l.name, name) || slices.Contains(l.aliases, strings.ToLower(name)) {
			return l.name
		}
	}
	m.fail("language", "unknown language %q%s", name, hint(name, languageNames()))
	return ""
}

func (m *manifest) protocol(tree map[string]any) Protocol {
	p := Protocol(m.single(tree, "protocol"))
	if p != AsUsual && p != Contest && p != Agon {
		m.fail("protocol", `protocol is "contest" or "agon", not %q`, string(p))
	}
	return p
}

// command is one command, as a text or as a list of words.
func (m *manifest) command(tree map[string]any, key string) []string {
	text, ok := tree[key].(string)
	if !ok {
		return m.texts(tree, key)
	}
	words, err := split(text)
	if err == nil && len(words) == 0 {
		err = errors.New("the command is empty")
	}
	if err != nil {
		m.fail(key, "%s: %v", key, err)
	}
	return words
}

// commands are several: one command, or a list of lists.
func (m *manifest) commands(tree map[string]any, key string) [][]string {
	list, ok := tree[key].([]any)
	if !ok || len(list) == 0 {
		if c := m.command(tree, key); len(c) > 0 {
			return [][]string{c}
		}
		return nil
	}
	if _, ok := list[0].([]any); !ok {
		return [][]string{m.texts(tree, key)}
	}
	var all [][]string
	for _, item := range list {
		if words := m.texts(map[string]any{key: item}, key); len(words) > 0 {
			all = append(all, words)
		}
	}
	return all
}

// single is a key's text.
func (m *manifest) single(tree map[string]any, key string) string {
	v, ok := tree[key]
	if !ok {
		return ""
	}
	text, ok := v.(string)
	if !ok {
		m.fail(key, "%s is a text in quotes, not %v", key, v)
	}
	return text
}

// texts is a key's list of texts; a text alone is a list of one.
func (m *manifest) texts(tree map[string]any, key string) []string {
	switch v := tree[key].(type) {
	case nil:
		return nil
	case string:
		return []string{v}
	case []any:
		var all []string
		for _, item := range v {
			text, ok := item.(string)
			if !ok {
				m.fail(key, "%s is a list of strings, not %v", key, item)
			}
			all = append(all, text)
		}
		return all
	default:
		m.fail(key, "%s is a text or a list of texts, not %v", key, v)
		return nil
	}
}

func (m *manifest) known(tree map[string]any, names ...string) {
	keys := make([]string, 0, len(tree))
	for key := range tree {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for _, key := range keys {
		if !slices.Contains(names, key) {
			m.fail(key, "nobody knows the key %q%s", key, hint(key, names))
		}
	}
}

// fail notes the first mistake, at the line that sets a key.
func (m *manifest) fail(key, format string, args ...any) {
	if m.err != nil {
		return
	}
	set := regexp.MustCompile(`^\s*\[?\s*"?` + regexp.QuoteMeta(key) + `"?\s*[=\]]`)
	at := m.file
	for i, line := range strings.Split(m.text, "\n") {
		if set.MatchString(line) {
			at = fmt.Sprintf("%s:%d", m.file, i+1)
			break
		}
	}
	m.err = flaw(at, format, args...)
}

func hint(word string, known []string) string {
	if h := nearest.Hint(word, known); h != "" {
		return h
	}
	return "; known are " + strings.Join(known, ", ")
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// readSmall reads a file that has no business being large.
func readSmall(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > largestManifest {
		return nil, flaw(filepath.Base(path), "not a regular file of at most %d KiB", largestManifest>>10)
	}
	return os.ReadFile(path)
}
