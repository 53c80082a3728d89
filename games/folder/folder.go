package gamefolder

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"agon/bot"
	"agon/game"
	"agon/games/folder/engine"
	"agon/games/folder/module"
	"agon/games/folder/python"
	"agon/games/folder/viewer"
	"agon/internal/clutter"
	"agon/internal/pattern"
	"agon/internal/regular"
	"agon/internal/tomlfile"
)

// File is the name of the file that makes a folder a game.
const File = "game.toml"

// A Folder is a game in a folder.
type Folder struct {
	Kind      *game.Kind
	Dir       string // absolute
	MostTurns int
	Hidden    bool
	Chance    *bool // as game.toml says; nil: it does not

	file    string // of the rules
	options []game.Option
	engine  engine.Engine

	confined bool            // as [Host.Confined]
	external *externalEngine // nil: agon runs the rules
	viewer   *viewer.Files   // nil: the game brings none
}

// A Host is what a game needs of its surroundings.
type Host struct {
	Launcher func() bot.Launcher // starts the rules' processes
	Python   string              // path of the interpreter
	Call     time.Duration       // processor time of one call of a function in Python; 0: 5 s
	Steps    int64               // of one call of a function of a module; 0: see module.Config
	Cache    string              // folder of the user's own for compiled modules; empty: none
	Program  []string            // agon and the arguments with which it calls module.Serve
	Shim     []string            // agon and the arguments with which it calls shim.Main
	Own      func() string       // the beginning of names of folders that are removed when this process was killed; nil: none is
	Confined bool                // modules run in the sandbox too, by Program; otherwise they are compiled there, if there is one
	Compile  time.Duration       // processor time for compiling a module; 0: see module.Config
	Ended    <-chan struct{}     // ends compilations when it is closed; nil: nothing does
}

// schema is the structure of game.toml.
type schema struct {
	Name         string            `toml:"name"`
	Title        string            `toml:"title"`
	Version      string            `toml:"version"`
	About        string            `toml:"about"`
	Source       string            `toml:"source"`
	Seats        seats             `toml:"seats"`
	Usual        uint8             `toml:"usual_seats"`
	Rules        string            `toml:"rules"`
	Build        string            `toml:"build"` // for people: what makes the file of the rules
	Simultaneous bool              `toml:"simultaneous"`
	Hidden       bool              `toml:"hidden"`
	Chance       *bool             `toml:"chance"`
	Format       string            `toml:"format"`
	Unit         string            `toml:"unit"`
	Step         string            `toml:"step"`
	Rounds       uint32            `toml:"rounds"`
	MostTurns    uint32            `toml:"most_turns"`
	Marks        []string          `toml:"marks"`
	Moves        []string          `toml:"moves"`
	Lines        *lineWire         `toml:"lines"`
	Requests     *requests         `toml:"requests"`
	Engine       *externalEngine   `toml:"engine"`
	Call         *call             `toml:"call"`
	Keys         map[string]string `toml:"keys"`
	Clock        clock             `toml:"clock"`
	Options      map[string]option `toml:"options"`
}

// seats are a number, or the least and the greatest one.
type seats struct{ least, most int }

// UnmarshalTOML is not offered by the decoder for lists, so a text is too: "2" or "2-4".
func (s *seats) UnmarshalText(text []byte) error {
	var err error
	least, most, both := strings.Cut(string(text), "-")
	if s.least, err = number(least); err == nil {
		s.most = s.least
		if both {
			s.most, err = number(most)
		}
	}
	if err != nil || s.least < 1 || s.most < s.least || s.most > game.MaxSeats {
		return fmt.Errorf("seats are a text such as \"2\" or \"2-4\", at most %d", game.MaxSeats)
	}
	return nil
}

// Describe returns what is wanted.
func (s *seats) Describe() string { return `a text such as "2" or "2-4"` }

func number(text string) (n int, err error) {
	_, err = fmt.Sscanf(strings.TrimSpace(text), "%d", &n)
	return n, err
}

type clock struct {
	First length `toml:"first"`
	Move  length `toml:"move"`
	Bank  length `toml:"bank"`
}

// requests are how bots that are HTTP servers are asked.
type requests struct {
	Start  string `toml:"start"`
	Move   string `toml:"move"`
	End    string `toml:"end"`
	Answer string `toml:"answer"`
}

type length struct{ time.Duration }

// UnmarshalText reads a duration.
func (l *length) UnmarshalText(text []byte) (err error) {
	if l.Duration, err = time.ParseDuration(string(text)); err == nil && l.Duration < 0 {
		err = fmt.Errorf("%s is below 0", text)
	}
	return err
}

// Describe returns what is wanted.
func (l *length) Describe() string { return `a duration such as "1s" or "100ms"` }

type option struct {
	Default any      `toml:"default"`
	Min     int64    `toml:"min"`
	Max     int64    `toml:"max"`
	Values  []string `toml:"values"`
	Title   string   `toml:"title"`
	About   string   `toml:"about"`
}

var name = pattern.Of(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

// usualTurns is after how many turns a game is taken for one that does not end.
const usualTurns = 10_000

// largest bounds game.toml and each file of rules, and largestOfEngine each file of an engine, in bytes.
const (
	largest         = 16 << 20
	largestOfEngine = 256 << 20
)

// Is reports whether a folder is a game.
func Is(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, File))
	return err == nil && info.Mode().IsRegular()
}

// Open reads a game's folder. Its rules are started when they are needed. The error says which file must change, in which line, and how.
func Open(dir string, h Host) (*Folder, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if handedIn(dir) {
		h = h.strict()
	}
	path := filepath.Join(dir, File)
	text, err := regular.ReadSmall(path, largest)
	if err != nil {
		return nil, fmt.Errorf("%s is no game: %w", dir, err)
	}
	var s schema
	doc, err := tomlfile.Decode(path, text, &s)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir, MostTurns: int(s.MostTurns), Hidden: s.Hidden, Chance: s.Chance, file: s.Rules, external: s.Engine}
	f.MostTurns = cmp.Or(f.MostTurns, usualTurns)
	spec, err := f.spec(doc, &s)
	if err != nil {
		return nil, err
	}
	if f.external != nil && handedIn(dir) {
		if err := f.external.bounded(doc); err != nil {
			return nil, err
		}
	}
	hash, err := f.hash(text)
	if err != nil {
		return nil, err
	}
	spec.Version = s.Version + "+" + hash
	f.confined = h.Confined
	own := module.Config{
		Folder: dir, File: f.file, Steps: h.Steps, Cache: h.Cache,
		Program: h.Program, Launcher: h.Launcher, Compile: h.Compile, Ended: h.Ended,
	}
	if f.external != nil {
		f.engine = f.newExternal(f.external, h)
	} else if f.compiled() && h.Confined {
		f.engine = module.NewConfined(own)
	} else if f.compiled() {
		f.engine = module.New(own)
	} else {
		f.engine = python.New(python.Config{Python: h.Python, Folder: dir, File: f.file, Launcher: h.Launcher, Call: h.Call})
	}
	f.Kind = game.New(*spec)
	f.Kind.RuleFiles, f.Kind.Folder = f.sent, dir
	if f.viewer != nil {
		f.Kind.Viewer = f.viewer
	}
	return f, nil
}

// Close ends the processes of the rules.
func (f *Folder) Close() error { return f.engine.Close() }

// hash returns the hash of what decides games: game.toml and the files of rules beside it.
func (f *Folder) hash(toml []byte) (string, error) {
	sum := sha256.New()
	add := func(name string, text []byte) { fmt.Fprintf(sum, "%s %d\n%s\n", name, len(text), text) }
	add(File, toml)
	files, err := f.ruleFiles()
	if err != nil {
		return "", err
	}
	most := int64(largest)
	if f.external != nil {
		most = largestOfEngine
	}
	for _, name := range files {
		text, err := regular.ReadSmall(filepath.Join(f.Dir, filepath.FromSlash(name)), most)
		if err != nil {
			return "", err
		}
		add(name, text)
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), nil
}

// compiled reports whether the rules are a WebAssembly module.
func (f *Folder) compiled() bool { return f.external == nil && strings.HasSuffix(f.file, ".wasm") }

// ruleFiles returns the names of the files that decide games beside game.toml, sorted: the module, or the Python files of the folder
// without those of bots and starters.
func (f *Folder) ruleFiles() (names []string, err error) {
	if f.external != nil {
		return f.engineFiles()
	}
	if f.compiled() {
		return []string{f.file}, nil
	}
	err = fs.WalkDir(os.DirFS(f.Dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if base := d.Name(); name != "." &&
				(base == "starters" || base == "bots" || clutter.Folder(base) || strings.HasPrefix(base, ".")) {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".py") && d.Type().IsRegular() && !clutter.File(d.Name()) {
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// check returns an error for what game.toml says of names and files.
func (f *Folder) check(doc *tomlfile.Document, s *schema) error {
	switch {
	case !name().MatchString(s.Name):
		return doc.Errorf([]string{"name"}, "name %q must be words of small letters and digits, joined by -: \"four-in-a-row\"", s.Name)
	case s.Seats.least == 0:
		return doc.Errorf(nil, "no number of seats: add seats = \"2\", or \"2-4\"")
	case s.Version == "" || strings.ContainsAny(s.Version, "+ \n"):
		return doc.Errorf([]string{"version"}, "version %q must be a word such as \"1\": it changes with the rules", s.Version)
	}
	if err := plain(doc, s); err != nil {
		return err
	}
	if s.Engine != nil {
		if f.file != "" {
			return doc.Errorf([]string{"rules"}, "rules and [engine]: a game has one of them")
		}
		f.file = s.Engine.Run
		return s.Engine.check(doc, f.Dir, s.Seats)
	}
	f.file = cmp.Or(f.file, "rules.py")
	if strings.ContainsAny(f.file, `/\`) || !strings.HasSuffix(f.file, ".py") && !strings.HasSuffix(f.file, ".wasm") {
		return doc.Errorf([]string{"rules"}, "rules %q must be a Python file or a WebAssembly module beside game.toml", f.file)
	}
	if info, err := os.Stat(filepath.Join(f.Dir, f.file)); err != nil || !info.Mode().IsRegular() {
		build := ""
		if s.Build != "" {
			build = fmt.Sprintf(": build it in %s with %s", f.Dir, s.Build)
		}
		return doc.Errorf([]string{"rules"}, "there is no file %s beside game.toml%s", f.file, build)
	}
	return nil
}

// spec checks game.toml, and returns the kind without its version.
func (f *Folder) spec(doc *tomlfile.Document, s *schema) (*game.Spec[State, Move], error) {
	if err := f.check(doc, s); err != nil {
		return nil, err
	}
	options, err := optionsOf(doc, s.Options)
	if err != nil {
		return nil, err
	}
	f.options = options
	spec := &game.Spec[State, Move]{
		Name: s.Name, Title: cmp.Or(s.Title, s.Name), About: cmp.Or(s.About, "a game of one's own"), Source: cmp.Or(s.Source, f.Dir),
		MinSeats: s.Seats.least, MaxSeats: s.Seats.most, UsualSeats: clamp(int(s.Usual), s.Seats.least, s.Seats.most),
		Options: options,
		Rules: func(o game.Settings) (game.Rules[State, Move], error) {
			text, err := json.Marshal(own(o, options))
			return &rules{folder: f, options: string(text)}, err
		},
		Clock: func(game.Settings) game.Clock {
			return game.Clock{First: s.Clock.First.Duration, Move: s.Clock.Move.Duration, Bank: s.Clock.Bank.Duration}
		},
		Round: round, Step: s.Step, View: view, Hash: hash, Done: done, Draw: drawSketch,
		Scale:        func(game.Settings, int) (string, int) { return cmp.Or(s.Unit, "points"), int(s.Rounds) },
		Simultaneous: s.Simultaneous, Hidden: s.Hidden, Apart: true, Chance: s.Chance == nil || *s.Chance,
		Format: cmp.Or(s.Format, "round-robin"), Marks: s.Marks,
		Builtins: builtins(s.Hidden), Quick: "random", Weakest: "random",
		Files: files{own: os.DirFS(f.Dir), usual: skeletons},
	}
	if err := addWire(spec, doc, s); err != nil {
		return nil, err
	}
	if s.Engine != nil {
		f.externals(spec, s)
	}
	if s.Call != nil {
		if err := s.Call.launch(&spec.Launch); err != nil {
			return nil, doc.Errorf([]string{"call"}, "%v", err)
		}
		spec.Files = files{own: os.DirFS(f.Dir), usual: files{own: functions, usual: skeletons}, function: s.Call.Function}
	}
	for _, key := range slices.Sorted(maps.Keys(s.Keys)) {
		spec.Keyboard.Keys = append(spec.Keyboard.Keys, game.Key{Name: strings.ToLower(key), Move: s.Keys[key], About: s.Keys[key]})
	}
	return spec, nil
}

// plain returns an error for texts that terminals would obey.
func plain(doc *tomlfile.Document, s *schema) error {
	for key, text := range map[string]string{"title": s.Title, "about": s.About, "source": s.Source, "unit": s.Unit, "format": s.Format,
		"build": s.Build} {
		if strings.ContainsFunc(text, unicode.IsControl) {
			return doc.Errorf([]string{key}, "%s %q has letters that cannot be printed", key, text)
		}
	}
	if s.Step != "" && !word().MatchString(s.Step) {
		return doc.Errorf([]string{"step"}, "step %q must be one word of small letters in the singular, such as \"turn\"", s.Step)
	}
	for _, mark := range s.Marks {
		if n := len([]rune(mark)); n < 1 || n > 3 || strings.ContainsFunc(mark, unicode.IsControl) {
			return doc.Errorf([]string{"marks"}, "the mark %q must have one to three letters", mark)
		}
	}
	for key, move := range s.Keys {
		if len([]rune(key)) != 1 || new(Move).UnmarshalText([]byte(move)) != nil {
			return doc.Errorf([]string{"keys", key}, "the key %q must be one letter, and its move %q a line", key, move)
		}
	}
	return nil
}

// addWire adds the lines and the requests by which bots are asked, and the list of moves.
func addWire(spec *game.Spec[State, Move], doc *tomlfile.Document, s *schema) error {
	var lines lineWire
	if s.Lines != nil {
		if err := s.Lines.check(); err != nil {
			return doc.Errorf([]string{"lines"}, "%v", err)
		}
		if len(s.Lines.Turn) == 0 {
			return doc.Errorf([]string{"lines"}, "lines without turn: a bot is asked for each move by one line at least")
		}
		lines = *s.Lines
		spec.Launch = game.Launch{Form: game.Lines, PerGame: true}
	}
	if q := s.Requests; q != nil {
		for _, path := range []string{q.Start, q.Move, q.End} {
			if u, err := url.Parse(path); err != nil || path != "" && (u.Path != path || path[0] != '/') {
				return doc.Errorf([]string{"requests"}, "the path %q must begin with /, as \"/move\" does", path)
			}
		}
		if q.Move == "" || q.Answer == "" {
			return doc.Errorf([]string{"requests"},
				"requests need a path for each move, move = \"/move\", and the field of the answer that has it, answer = \"move\"")
		}
		spec.Requests = &game.Requests{Start: q.Start, Move: q.Move, End: q.End, Answer: q.Answer}
	}
	spec.Wire = func(game.Settings) game.Wire[State, Move] {
		wire := lines
		return &wire
	}
	for _, text := range s.Moves {
		var m Move
		if err := m.UnmarshalText([]byte(text)); err != nil {
			return doc.Errorf([]string{"moves"}, "the move %q: %v", text, err)
		}
		spec.Moves = append(spec.Moves, m)
	}
	return nil
}

func clamp(n, least, most int) int { return min(max(n, least, min(2, most)), most) }

// own returns the values of the game's own options.
func own(o game.Settings, options []game.Option) map[string]any {
	all, values := o.Values(), map[string]any{}
	for _, option := range options {
		values[option.Name] = all[option.Name]
	}
	return values
}

var word = pattern.Of(`^[a-z][a-z0-9_]*$`)

func optionsOf(doc *tomlfile.Document, given map[string]option) (list []game.Option, err error) {
	for _, key := range slices.Sorted(maps.Keys(given)) {
		o, at := given[key], []string{"options", key}
		if !word().MatchString(key) || key == "deal" || key == "draws" {
			return nil, doc.Errorf(at, "option %q must be a word of small letters, digits and _, and neither deal nor draws", key)
		}
		option := game.Option{Name: key, Title: o.Title, Min: int(o.Min), Max: int(o.Max), Values: o.Values, About: o.About}
		switch d := o.Default.(type) {
		case int64:
			option.Default = int(d)
		case float64, bool, string:
			option.Default = d
		default:
			return nil, doc.Errorf(at, "option %s needs a default: a number, true, false or a text", key)
		}
		if _, err := game.NewSettings([]game.Option{option}, map[string]any{key: option.Default}); err != nil {
			return nil, doc.Errorf(append(at, "default"), "%v", err)
		}
		list = append(list, option)
	}
	return list, nil
}
