/*
Package editor knows what the editor of a site opens and hands in: one source in one language, from a starter of the kind, from an empty
text, or from a version that was handed in. Files that a starter has beside its source, the client of its protocol for one, go with it and
are not edited.
*/
package editor

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"agon/bot/build"
	"agon/bot/program/clients"
	"agon/game"
	"agon/internal/pattern"
	"agon/site/guide"
)

// A Choice is what the editor can begin with.
type Choice struct {
	Key     string // of [New]
	Title   string
	Starter bool // the kind has one; otherwise the text is empty
}

// Choices returns what there is for a kind: first its starters, then the languages in which it has none.
func Choices(k *game.Kind) (list []Choice, err error) {
	covered := map[string]bool{}
	for _, name := range clients.Languages(k.Files) {
		d, err := starter(k, name)
		if err != nil {
			return nil, err
		}
		list = append(list, Choice{name, guide.Title(name), true})
		covered[d.Language.Ending] = true
	}
	for _, l := range build.Languages() {
		if !covered[l.Ending] {
			list = append(list, Choice{Key: l.Name, Title: guide.Title(l.Name)})
		}
	}
	return list, nil
}

// A Draft is a source that is edited.
type Draft struct {
	Key      string
	Language build.Language
	File     string // the name of the source
	Text     string
	Beside   map[string]string // files that go with it, by name
}

// New returns the draft of a choice; ok is false if there is none of this key.
func New(k *game.Kind, key string) (d *Draft, ok bool, err error) {
	if slices.Contains(clients.Languages(k.Files), key) {
		d, err = starter(k, key)
		return d, err == nil, err
	}
	for _, l := range build.Languages() {
		if l.Name == key {
			return &Draft{Key: key, Language: l, File: "bot" + l.Ending}, true, nil
		}
	}
	return nil, false, nil
}

// starter returns a kind's starter in a language.
func starter(k *game.Kind, language string) (*Draft, error) {
	files, err := clients.ForKind(k, language)
	if err != nil {
		return nil, fmt.Errorf("read the starter %s of %s: %w", language, k.Name, err)
	}
	delete(files, "Dockerfile") // builds of images read it, and no site
	d, ok := split(files)
	if !ok {
		return nil, fmt.Errorf("the starter %s of %s has no single source", language, k.Name)
	}
	d.Key = language
	return d, nil
}

// Opened returns the draft of the files of a version; ok is false if they are more than one source and what a starter has beside it.
func Opened(k *game.Kind, files map[string]string) (d *Draft, ok bool, err error) {
	if d, ok = split(files); !ok {
		return nil, false, nil
	}
	for _, language := range clients.Languages(k.Files) {
		s, err := starter(k, language)
		if err != nil {
			return nil, false, err
		}
		if s.Language == d.Language && maps.Equal(s.Beside, d.Beside) {
			d.Key = language
			return d, true, nil
		}
	}
	d.Key = d.Language.Name
	return d, len(d.Beside) == 0, nil
}

// split finds the one source among files; ok is false if there are several, or none.
func split(files map[string]string) (d *Draft, ok bool) {
	d = &Draft{Beside: map[string]string{}}
	for name, text := range files {
		language, source := build.SourceLanguage(name)
		switch {
		case !source || clients.Shared(name):
			d.Beside[name] = text
		case d.File != "":
			return nil, false
		default:
			d.File, d.Text, d.Language = name, text, language
		}
	}
	return d, d.File != ""
}

// publicType is the declaration after which the file of a source in Java is named.
var publicType = pattern.Of(`(?m)^\s*public\s+(?:(?:final|abstract|sealed|strictfp)\s+)*(?:class|record|enum|interface)\s+(\w+)`)

// Write sets the text, as a form sends it, and names the file after it where the language demands that.
func (d *Draft) Write(text string) {
	d.Text = strings.ReplaceAll(text, "\r\n", "\n")
	if d.Language.Name != "java" {
		return
	}
	if at := publicType().FindStringSubmatch(d.Text); at != nil {
		d.File = at[1] + d.Language.Ending
	}
}

// Upload returns what is handed in: the source, or an archive of it and what goes with it.
func (d *Draft) Upload() (name string, content []byte, err error) {
	if len(d.Beside) == 0 {
		return d.File, []byte(d.Text), nil
	}
	files := maps.Clone(d.Beside)
	files[d.File] = d.Text
	content, err = clients.Zip(files)
	return strings.TrimSuffix(d.File, path.Ext(d.File)) + ".zip", content, err
}

// Names returns the names of the files that go with the source.
func (d *Draft) Names() []string { return slices.Sorted(maps.Keys(d.Beside)) }

// colours are the names under which the highlighter knows languages, where they differ; extra has those that it loads by themselves.
var (
	colours = map[string]string{"c++": "cpp", "c#": "csharp", "f#": "fsharp", "vb.net": "vbnet", "shell": "bash", "pascal": "delphi",
		"objective-c": "objectivec"}
	extra = []string{"fsharp", "scala", "haskell", "ocaml", "delphi", "d", "clojure", "groovy", "dart"}
)

// Colours returns the name under which the highlighter knows the language, and whether that is in a file of its own.
func (d *Draft) Colours() (name string, own bool) {
	name = d.Language.Name
	if other, differs := colours[name]; differs {
		name = other
	}
	return name, slices.Contains(extra, name)
}
