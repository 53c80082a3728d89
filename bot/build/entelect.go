package build

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

const entelectName = "bot.json"

// An entelect is the bot.json of the Entelect Challenge 2016. Keys match in any case.
type entelect struct {
	Author, Email, NickName string
	BotType                 any // a name in any case, or its number; default: CSharp
	ProjectLocation         *string
	RunFile                 *string
	RunArgs                 string
}

// botTypes are the values of BotType, in numerical order, with their languages.
var botTypes = [...]struct{ name, language string }{
	{"CSharp", "c#"}, {"Java", "java"}, {"JavaScript", "javascript"}, {"CPlusPlus", "c++"},
	{"Python2", "python2"}, {"Python3", "python"}, {"FSharp", "f#"},
}

// readEntelect reads the folder's bot.json. A RunFile that does not exist is built from the sources.
func (s *Source) readEntelect(name string) error {
	s.Described = true
	text, err := readSmall(filepath.Join(s.Root, name))
	if err != nil {
		return err
	}
	var e entelect
	if err := json.Unmarshal(plainText(text), &e); err != nil {
		return flaw(name, "not a valid bot.json of the challenge: %v", err)
	}
	if name := cmp.Or(e.NickName, e.Author, e.Email); name != "" {
		s.Name, s.Named = name, true
	}
	s.Author = cmp.Or(e.Author, e.Email)
	if e.RunFile == nil || e.ProjectLocation == nil {
		return flaw(name, "RunFile and ProjectLocation are required; ProjectLocation may be empty")
	}
	if s.Files, err = walk(s.Root, nil); err != nil {
		return err
	}
	if s.Language, err = e.language(name); err != nil {
		if file, right := s.botType(); right != "" {
			err = flaw(name, "%s; the folder holds %s: write %s", err.(*Flaw).Text, file, right)
		}
		return err
	}
	if s.Entry, err = insideFolder(name, "RunFile", *e.RunFile); err != nil {
		return err
	}
	project, err := insideFolder(name, "ProjectLocation", cmp.Or(*e.ProjectLocation, "."))
	if err != nil {
		return err
	}
	if s.After, err = split(e.RunArgs); err != nil {
		return flaw(name, "RunArgs: %v", err)
	}
	if err := e.fits(name, s); err != nil {
		return err
	}
	*e.ProjectLocation = project
	s.entelect = &e
	s.Network = s.Language == "javascript" && s.has(path.Join(project, "package.json")) && !s.hasFolder(path.Join(project, "node_modules"))
	return nil
}

func (e *entelect) language(file string) (string, error) {
	switch v := e.BotType.(type) {
	case nil:
		return botTypes[0].language, nil
	case float64:
		if i := int(v); float64(i) == v && i >= 0 && i < len(botTypes) {
			return botTypes[i].language, nil
		}
	case string:
		for _, t := range botTypes {
			if strings.EqualFold(t.name, v) {
				return t.language, nil
			}
		}
	}
	names := make([]string, len(botTypes))
	for i, t := range botTypes {
		names[i] = fmt.Sprintf("%s (%d)", t.name, i)
	}
	return "", flaw(file, "unknown BotType %v (want %s)", e.BotType, strings.Join(names, ", "))
}

// botKinds are the files that set the BotType of a folder: endings of sources and, after a bar, of what else that type starts or is built
// from.
var botKinds = [...]struct{ types, endings string }{
	{`"CSharp"`, ".cs .csproj .sln | .exe .dll"}, {`"Java"`, ".java .scala .kt .groovy .clj | .jar .class .xml .gradle"},
	{`"JavaScript"`, ".js .ts .mjs | .cjs .coffee"},
	{`"CPlusPlus"`, ".cpp .cc .cxx | .c .exe .vcxproj"}, {`"Python3" (or "Python2")`, ".py | .pyc .pyw"},
	{`"FSharp"`, ".fs .fsproj | .exe .dll"},
}

// fits returns an error if the folder holds no file of the bot's type, but sources of another.
func (e *entelect) fits(file string, s *Source) error {
	for _, k := range botKinds {
		if !strings.Contains(k.types, `"`+e.typeName()+`"`) {
			continue
		}
		if s.withEnding(k.endings) != "" || s.has(s.Entry) && languageOf(s.Root, s.Entry) == "program" {
			return nil
		}
	}
	other, right := s.botType()
	if right == "" {
		return nil
	}
	typeText, _ := json.Marshal(e.BotType)
	if e.BotType == nil {
		typeText = []byte(strconv.Quote(e.typeName()) + ", which it is without one,")
	}
	return flaw(file, "BotType %s but the folder holds %s: write %s", typeText, other, right)
}

// botType returns a source in the folder and the BotType of its language; empty if there is none.
func (s *Source) botType() (file, types string) {
	for _, k := range botKinds {
		sources, _, _ := strings.Cut(k.endings, "|")
		if file := s.withEnding(sources); file != "" {
			return file, k.types
		}
	}
	return "", ""
}

// withEnding returns the bot's first file with one of the endings, "" if there is none.
func (s *Source) withEnding(endings string) string {
	if names := s.ending(strings.Fields(endings)...); len(names) > 0 {
		return names[0]
	}
	return ""
}

// insideFolder normalises a path of a bot.json, with either slash; it must not leave the folder.
func insideFolder(file, key, given string) (string, error) {
	clean := path.Clean(strings.ReplaceAll(given, `\`, "/"))
	if given == "" || !filepath.IsLocal(filepath.FromSlash(clean)) {
		return "", flaw(file, "%s %q is not a path below the bot's folder", key, given)
	}
	return clean, nil
}

// project returns the folder of the bot's project, which a bot.json may name.
func (s *Source) project() string {
	if s.entelect != nil {
		return *s.entelect.ProjectLocation
	}
	return "."
}

// hasFolder reports whether a folder belongs to the bot.
func (s *Source) hasFolder(name string) bool {
	return slices.ContainsFunc(s.Files, func(f File) bool { return strings.HasPrefix(f.Name, name+"/") })
}

// plainText removes the byte order marks of Windows editors and decodes UTF-16.
func plainText(text []byte) []byte {
	plain, _, err := transform.Bytes(unicode.BOMOverride(transform.Nop), text)
	if err != nil {
		return text
	}
	return plain
}

// plainSources has sources that begin with such a mark built without it, and in UTF-8: some compilers, interpreters and the kernel read no
// other. Scripts whose lines end as on Windows lose their carriage returns, which shells and the kernel take for a part of the last word.
func (p *plan) plainSources() {
	for _, f := range p.source.Files {
		if _, added := p.extra[f.Name]; added || f.Link != "" || relatives(f.Name) == nil && f.Name != p.source.Entry {
			continue
		}
		raw, err := readSmall(filepath.Join(p.source.Root, filepath.FromSlash(f.Name)))
		if err != nil {
			continue // whatever builds it will report it
		}
		text := plainText(raw)
		if ext := strings.ToLower(path.Ext(f.Name)); ext == ".sh" || ext == ".bash" || bytes.HasPrefix(text, []byte("#!")) {
			text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		}
		if len(text) != len(raw) {
			p.extra[f.Name] = string(text)
		}
	}
}

// Facts returns what a bot.json says of its bot, by its keys; nil for a bot without one.
func (s *Source) Facts() map[string]string {
	e := s.entelect
	if e == nil {
		return nil
	}
	return map[string]string{"Author": e.Author, "Email": e.Email, "BotType": e.typeName(), "RunFile": filepath.FromSlash(s.Entry),
		"RunArgs": e.RunArgs}
}

// typeName returns the name of the bot's type.
func (e *entelect) typeName() string {
	language, err := e.language(entelectName)
	for _, t := range botTypes {
		if err == nil && t.language == language {
			return t.name
		}
	}
	return ""
}
