package making

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"agon/bot/unpack"
	"agon/contest/config"
	"agon/contest/draft"
	"agon/format/tournament"
	"agon/game"
	"agon/internal/tomlfile"
	"agon/site/contests"
	"agon/site/decisions"
	"agon/site/guests"
	"agon/site/people"
	"agon/site/schedule"
)

// GameFolder is the folder of a contest's own game in the contest's folder, and GameRef how its file names it.
const (
	GameFolder = "game"
	GameRef    = "./" + GameFolder
)

// MostText bounds the text of a contest's file, in bytes.
const MostText = 48 << 10

// A Maker makes contests, and changes their files. It is safe for concurrent use.
type Maker struct {
	Contests *contests.Contests
	Guests   *guests.Guests
	Schedule *schedule.Schedule
	Decided  *decisions.Log
	Offers   []*game.Kind
	Formats  []tournament.Spec
	// Own opens the game in a folder that was handed in, apart from all others, and returns what closes it; nil: none are taken
	Own func(dir string) (k *game.Kind, closed func() error, err error)
	// Mark is the name of the file that marks the folder of a game as handed in
	Mark string

	mu     sync.Mutex
	making map[string]bool // names of contests that are being made: their files may take long to come
}

// take has a free name for a contest that is being made, until release is called.
func (m *Maker) take(name string) (release func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.making[name] {
		return nil, &contests.Conflict{
			Text: fmt.Sprintf("A contest named %q is being made: wait until it is there, or choose another name.", name),
		}
	}
	if err := m.Contests.Free(name); err != nil {
		return nil, err
	}
	if m.making == nil {
		m.making = map[string]bool{}
	}
	m.making[name] = true
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.making, name)
	}, nil
}

// A Plan is a contest that is to be made.
type Plan struct {
	Name    string // in addresses
	Text    string // of contest.toml; empty: as the game says
	Title   string // if Text is empty
	Game    *Game  // of its own; nil: none
	Private bool   // from its first moment on
	Dates   schedule.Dates
}

// A Game is the files of a game: an archive, or each file by its path.
type Game struct {
	File    string // name of the archive
	Archive io.Reader
	Files   map[string][]byte // in place of an archive
}

// Make makes a contest, and returns the code of its link if it is private. The error is a [*people.Problem] or a [*contests.Conflict] if
// another plan can mend it.
func (m *Maker) Make(ctx context.Context, by *people.Person, p Plan) (code string, err error) {
	if err := m.Schedule.Fits(schedule.Dates{}, p.Dates); err != nil {
		return "", err
	}
	release, err := m.take(p.Name)
	if err != nil {
		return "", err
	}
	defer release()
	made := false
	if p.Private {
		if code, err = m.Guests.MakePrivate(ctx, p.Name); err != nil {
			return "", err
		}
		defer func() {
			if !made {
				err = errors.Join(err, m.Guests.MakePublic(ctx, p.Name))
			}
		}()
	}
	if err := m.Contests.Make(ctx, p.Name, func(dir string) error { return m.fill(ctx, dir, &p) }); err != nil {
		return "", err
	}
	made = true
	what := "made " + p.Name
	if p.Private {
		what += ", private"
	}
	if err := m.Decided.Record(ctx, by.Name, what, "", p.Name, nil); err != nil {
		return "", err
	}
	if p.Dates == (schedule.Dates{}) {
		return code, nil
	}
	c, err := m.Contests.Find(p.Name)
	if err == nil {
		err = m.Schedule.Set(ctx, by.Name, c, p.Dates, "dates of the new contest")
	}
	return code, err
}

// fill writes the files of a contest into its folder.
func (m *Maker) fill(ctx context.Context, dir string, p *Plan) error {
	if p.Game != nil {
		if err := m.unpack(ctx, dir, p.Game); err != nil {
			return err
		}
	}
	text := p.Text
	if text == "" {
		var err error
		if text, err = m.usual(dir, p.Title); err != nil {
			return err
		}
	}
	f, err := m.Read(filepath.Join(dir, contests.FileName), text)
	if err != nil {
		return err
	}
	if err := m.Schedule.Ahead(nil, f); err != nil {
		return Plain(err, dir)
	}
	for i := range f.Bots {
		if at := f.Bots[i].Takes(); at != nil && at.File == filepath.Join(filepath.Dir(dir), p.Name, contests.FileName) {
			return Plain(f.Mistake(f.Bots[i].Place(), errors.New("a contest cannot take its bots from itself: name another one")), dir)
		}
	}
	return os.WriteFile(filepath.Join(dir, contests.FileName), []byte(text), 0o644)
}

// usual returns the file of a contest of its own game, as the game says.
func (m *Maker) usual(dir, title string) (string, error) {
	k, closed, err := m.open(filepath.Join(dir, GameFolder))
	if err != nil {
		return "", Plain(err, dir)
	}
	defer closed()
	format, err := tournament.Find(m.Formats, k.Format)
	if err != nil {
		return "", &people.Problem{Text: "game.toml: " + err.Error() + "."}
	}
	if title == "" {
		title = k.Title
	}
	d := draft.Draft{Name: title, Kind: k, Ref: GameRef, Entries: true, PerAuthor: 1, Stages: []draft.Stage{{Format: format}}}
	if i := slices.IndexFunc(k.Builtins, func(b game.BuiltinInfo) bool { return b.Name == k.Weakest }); i >= 0 {
		d.Builtins = k.Builtins[i : i+1]
	}
	text, err := d.Text()
	if err != nil {
		return "", Plain(err, dir)
	}
	return text, nil
}

// open opens the game in a folder. The error is a [*people.Problem] if none are taken.
func (m *Maker) open(dir string) (*game.Kind, func() error, error) {
	if m.Own == nil {
		return nil, nil, &people.Problem{Text: "This site takes no games of one's own."}
	}
	return m.Own(dir)
}

// unpack unpacks the files of a game.
func (m *Maker) unpack(ctx context.Context, dir string, g *Game) error {
	to := filepath.Join(dir, GameFolder)
	fresh := filepath.Join(dir, ".unpacked")
	var err error
	switch {
	case m.Own == nil:
		return &people.Problem{Text: "This site takes no games of one's own."}
	case g.Files != nil:
		err = unpack.Into(ctx, fresh, unpack.Usual(), func(t *unpack.Target) error {
			for _, name := range sorted(g.Files) {
				if err := t.File(name, false, bytes.NewReader(g.Files[name])); err != nil {
					return err
				}
			}
			return nil
		})
	case !unpack.Is(g.File):
		return &people.Problem{
			Text: fmt.Sprintf("%q is not an archive: a game is handed in as .zip, .tar.gz or .tgz, or as a folder.", g.File),
		}
	default:
		err = unpackArchive(ctx, dir, fresh, g)
	}
	var refused *unpack.Refused
	if errors.As(err, &refused) {
		return &people.Problem{Text: "The game was " + refused.Error() + "."}
	}
	if err != nil {
		return err
	}
	if err := plainFiles(fresh); err != nil {
		return err
	}
	if err := os.Rename(unpack.Trunk(fresh), to); err != nil {
		return err
	}
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(to, m.Mark), nil, 0o644); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(to, "game.toml")); err != nil {
		return &people.Problem{Text: "The game has no file game.toml; agon new game NAME writes one to start from."}
	}
	return nil
}

// plainFiles returns a [*people.Problem] if a folder has links, which would lead elsewhere when the folder is moved.
func plainFiles(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !d.Type().IsRegular() {
			err = &people.Problem{Text: fmt.Sprintf("The game has a link, %q: put the file itself there.", d.Name())}
		}
		return err
	})
}

// unpackArchive unpacks the archive of a game, by way of a file.
func unpackArchive(ctx context.Context, dir, fresh string, g *Game) error {
	name := filepath.Join(dir, ".archive"+strings.ToLower(ending(g.File)))
	file, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	_, err = io.Copy(file, g.Archive)
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return unpack.File(ctx, name, fresh, unpack.Usual())
}

// ending returns the ending of an archive's name.
func ending(name string) string { return filepath.Base(name)[len(unpack.Stem(name)):] }

func sorted(files map[string][]byte) (names []string) {
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Read reads the text of a contest's file, which is or will be at path, and checks it as a run does, without its bots. The error is a
// [*people.Problem] with the line.
func (m *Maker) Read(path, text string) (*config.File, error) {
	dir := filepath.Dir(path)
	if len(text) > MostText {
		return nil, &people.Problem{Text: fmt.Sprintf("The file of a contest has at most %d KiB here.", MostText>>10)}
	}
	f, err := config.Confined(path, []byte(text))
	if err != nil {
		return nil, Plain(err, dir)
	}
	if f.Name == "" || len(f.Name) > mostTitle {
		return nil, &people.Problem{Text: fmt.Sprintf("The title must have 1 to %d bytes, on one line.", mostTitle)}
	}
	k, closed, err := m.Kind(f)
	if err != nil {
		return nil, Plain(f.Mistake(config.Place{Key: "kind"}, err), dir)
	}
	defer closed()
	settings, err := k.Settings(f.Options)
	if err != nil {
		return nil, Plain(f.Mistake(config.Place{Table: "options", Key: nameOf(err)}, err), dir)
	}
	if _, err := k.Table(settings); err != nil {
		return nil, Plain(f.Mistake(config.Place{Key: "options"}, err), dir)
	}
	for i, s := range f.Stages {
		if err := m.stage(f, k, i, s); err != nil {
			return nil, Plain(err, dir)
		}
	}
	return f, nil
}

// mostTitle is the longest title of a contest, in bytes.
const mostTitle = 200

// stage checks the format of a stage, and its keys.
func (m *Maker) stage(f *config.File, k *game.Kind, nth int, s config.Stage) error {
	name := s.Format
	if name == "" {
		name = k.Format
	}
	format, err := tournament.Find(m.Formats, name)
	if err != nil {
		return f.Mistake(config.Place{Table: "stages", Nth: nth, Key: "format"}, err)
	}
	if _, err := format.Make(s.Keys); err != nil {
		return f.Mistake(config.Place{Table: "stages", Nth: nth, Key: nameOf(err)}, err)
	}
	return nil
}

// nameOf returns the option that an error is about; empty: none alone.
func nameOf(err error) string {
	if wrong := (*game.OptionError)(nil); errors.As(err, &wrong) {
		return wrong.Option
	}
	return ""
}

// Kind returns the kind of a file's contest, and what closes it. A file from a browser names a game of the site, or one in its folder.
func (m *Maker) Kind(f *config.File) (*game.Kind, func() error, error) {
	if filepath.IsAbs(f.Kind) {
		return m.open(f.Kind)
	}
	for _, k := range m.Offers {
		if k.Name == f.Kind {
			return k, func() error { return nil }, nil
		}
	}
	var names []string
	for _, k := range m.Offers {
		names = append(names, k.Name)
	}
	return nil, nil, fmt.Errorf("there is no game %q here; the games are %s", f.Kind, strings.Join(names, ", "))
}

// Plain returns an error about a file as a sentence for a person who has its text in front of them: with the line, and without the folder.
func Plain(err error, dir string) error {
	var mistake *tomlfile.Error
	var problem *people.Problem
	switch {
	case errors.As(err, &problem):
		return problem
	case errors.As(err, &mistake) && mistake.Line > 0:
		where := filepath.Base(mistake.File)
		if rel, err := filepath.Rel(dir, mistake.File); err == nil && filepath.IsLocal(rel) {
			where = rel
		}
		return &people.Problem{Text: fmt.Sprintf("%s, line %d: %s.", where, mistake.Line, without(mistake.Text, dir))}
	case errors.As(err, &mistake):
		return &people.Problem{Text: fmt.Sprintf("%s: %s.", filepath.Base(mistake.File), without(mistake.Text, dir))}
	}
	text := without(err.Error(), dir)
	return &people.Problem{Text: strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."}
}

// without returns a text without the path of a folder.
func without(text, dir string) string {
	return strings.TrimSuffix(strings.ReplaceAll(strings.ReplaceAll(text, dir+string(filepath.Separator), ""), dir, "."), ".")
}

// Change gives a contest another file, and says so, with what that changes in a contest that has begun. was is the digest of the text that
// the person has changed; empty: any. The error is a [*people.Problem] or a [*contests.Conflict] if another text can mend it.
func (m *Maker) Change(ctx context.Context, by *people.Person, c *contests.Contest, text, was, why string) (told string, err error) {
	if why, err = decisions.Reason(why); err != nil {
		return "", err
	}
	now, err := c.Text()
	if err != nil {
		return "", err
	}
	if was != "" && was != Digest(now) {
		return "", &contests.Conflict{
			Text: "Somebody else has changed the file meanwhile: open this page again, and make your changes there.",
		}
	}
	f, err := m.Read(c.Path, text)
	if err != nil {
		return "", err
	}
	before, _ := m.Contests.File(c)
	if err := m.Schedule.Ahead(before, f); err != nil {
		return "", Plain(err, filepath.Dir(c.Path))
	}
	changed := make(chan string, 1)
	err = m.Contests.Rewrite(ctx, c, []byte(text), f, func(changes []string) error {
		what, told := "changed the file of "+c.Name, "The file is changed."
		if len(changes) > 0 {
			what += ": " + strings.Join(changes, "; ")
			told += " When the contest is played on: " + strings.Join(changes, "; ") + "."
		}
		changed <- told
		return m.Decided.Record(context.WithoutCancel(ctx), by.Name, what, why, c.Name, nil)
	})
	if err != nil {
		return "", err
	}
	select {
	case told = <-changed:
		return told, nil
	default:
		return "The file is being compared with the games that were played. The desk says when it is changed, or why it is not.", nil
	}
}
