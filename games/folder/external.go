package gamefolder

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"os"
	slashes "path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"agon/game"
	"agon/games/folder/engine"
	"agon/games/folder/external"
	"agon/games/folder/external/entities"
	"agon/games/folder/viewer"
	"agon/internal/clutter"
	"agon/internal/numerals"
	"agon/internal/tomlfile"
	"agon/internal/words"
)

// externalEngine is the section [engine] of game.toml: a program that somebody else wrote decides the game.
type externalEngine struct {
	Run           string   `toml:"run"`           // the command, its words separated by blanks; quotes keep blanks
	Protocol      string   `toml:"protocol"`      // one of external.Protocols
	Files         []string `toml:"files"`         // files and folders beside game.toml that it needs
	Deterministic *bool    `toml:"deterministic"` // equal seeds and answers give equal games; nil: they do
	Start         length   `toml:"start"`         // processor time until it asks for the first move
	Turn          length   `toml:"turn"`          // processor time of a turn
	Memory        uint32   `toml:"memory"`        // MiB

	Viewer string `toml:"viewer"` // of the protocol codingame: a jar or a folder with the game's own viewer in its view/

	// Of an engine that starts its bots itself, or reads them as files; see [external.Seats].
	PromptEnds  expression `toml:"prompt_ends"`
	AnswerEnds  expression `toml:"answer_ends"`
	AnswerLines uint8      `toml:"answer_lines"`
	Suffix      string     `toml:"suffix"`
	Port        uint32     `toml:"port"`
	PortEach    bool       `toml:"port_each"`
	BotsFirst   bool       `toml:"bots_first"`
	Scores      expression `toml:"scores"`
	ScoresAt    string     `toml:"scores_at"`
	ScoresFile  string     `toml:"scores_file"`
	ScoresExit  bool       `toml:"scores_exit"`
}

// expression is a regular expression.
type expression struct{ *regexp.Regexp }

// UnmarshalText compiles it.
func (e *expression) UnmarshalText(text []byte) (err error) {
	e.Regexp, err = regexp.Compile(string(text))
	return err
}

// Describe returns what is wanted.
func (e *expression) Describe() string {
	return `a regular expression in single quotes, such as '^go$'`
}

// seated reports whether the engine starts or reads its bots itself.
func (e *externalEngine) seated() bool { return e.Protocol == "seats" || e.Protocol == "files" }

// seats returns how an engine that starts or reads its bots is understood.
func (e *externalEngine) seats() external.Seats {
	scores := external.Scores{Pattern: e.Scores.Regexp, At: e.ScoresAt, File: e.ScoresFile, Exit: e.ScoresExit}
	return external.Seats{PromptEnds: e.PromptEnds.Regexp, AnswerEnds: e.AnswerEnds.Regexp, AnswerLines: int(e.AnswerLines),
		Suffix: e.Suffix, Port: e.Port, PortEach: e.PortEach, BotsFirst: e.BotsFirst, Scores: scores}
}

// checkSeats returns an error for what of it cannot be.
func (e *externalEngine) checkSeats(doc *tomlfile.Document, n seats) error {
	at := func(key string) []string { return []string{"engine", key} }
	ways := 0
	for _, given := range []bool{e.Scores.Regexp != nil, e.ScoresAt != "", e.ScoresExit} {
		if given {
			ways++
		}
	}
	switch own := e.seats(); {
	case !e.seated() && own != (external.Seats{}):
		return doc.Errorf(at("protocol"), "prompt_ends, answer_ends, answer_lines, suffix, port, port_each, bots_first and scores are of "+
			"the protocols seats and files: engines of protocol %s say these themselves", e.Protocol)
	case !e.seated():
		return nil
	case ways != 1:
		return doc.Errorf([]string{"engine"}, "[engine] has %d of scores, scores_at and scores_exit: one of them says where the engine "+
			"says who won, as in scores = '(?m)^(?P<seat>\\d+) (?P<score>\\S+)$'", ways)
	case own.Scores.Check() != nil:
		return doc.Errorf(at("scores"), "%v", own.Scores.Check())
	case e.ScoresFile != "" && (e.ScoresAt == "" || !fs.ValidPath(e.ScoresFile)):
		return doc.Errorf(at("scores_file"), "scores_file %q is the name of a file of JSON in the folder {out}, and scores_at the path in "+
			"it", e.ScoresFile)
	case strings.ContainsAny(e.Suffix, "/\\ "):
		return doc.Errorf(at("suffix"), "the suffix %q is the end of a file's name, such as \".red\"", e.Suffix)
	}
	return e.checkBots(doc, n)
}

// checkBots returns an error for a command that does not name each bot, or the port to which bots connect.
func (e *externalEngine) checkBots(doc *tomlfile.Document, n seats) error {
	at := func(key string) []string { return []string{"engine", key} }
	switch names := strings.Contains(e.Run, "{bot"); {
	case (e.Port != 0 || e.PortEach || e.BotsFirst) && e.Protocol == "files":
		return doc.Errorf(at("protocol"), "port, port_each and bots_first are of the protocol seats: files connect to nothing")
	case e.Port > math.MaxUint16-uint32(n.most) || e.PortEach && e.Port == 0:
		return doc.Errorf(at("port"), "port %d is the port of 127.0.0.1 at which the engine listens for its bots, from 1 to %d: seat 1 "+
			"has the one after it if port_each is true", e.Port, math.MaxUint16-uint32(n.most))
	case names && e.Port != 0:
		return doc.Errorf(at("run"), "run names bots, and port says that the engine listens for them: leave out one")
	case e.Port != 0 || strings.Contains(e.Run, "{bots}"):
		return nil
	}
	for seat := range n.most {
		if name := fmt.Sprintf("{bot%d}", seat+1); !strings.Contains(e.Run, name) || seat >= n.least {
			return doc.Errorf(at("run"), "run names no %s: it has {bot1} to {bot%d} where the commands or files of "+
				"the bots stand, or {bots} for as many as there are seats", name, n.most)
		}
	}
	return nil
}

func (e *externalEngine) uncertain() bool { return e.Deterministic != nil && !*e.Deterministic }

// check returns an error for what cannot be started.
func (e *externalEngine) check(doc *tomlfile.Document, dir string, n seats) error {
	at := func(key string) []string { return []string{"engine", key} }
	words, err := words.Split(e.Run)
	switch {
	case err != nil:
		return doc.Errorf(at("run"), "run %q: %v", e.Run, err)
	case len(words) == 0:
		return doc.Errorf([]string{"engine"}, "[engine] without run: name the command that starts it, as in "+
			`run = "java -jar referee.jar"`)
	case strings.Contains(words[0], "/") && !fs.ValidPath(strings.TrimPrefix(words[0], "./")):
		return doc.Errorf(at("run"), "run begins with %q: name a program on the PATH, or a file of this folder as ./engine", words[0])
	case !slices.Contains(external.Protocols(), e.Protocol):
		return doc.Errorf(at("protocol"), "protocol %q must be one of %s", e.Protocol, alternatives(external.Protocols()))
	}
	for _, name := range e.Files {
		if !fs.ValidPath(name) {
			return doc.Errorf(at("files"), "the file %q must be a path below the folder of game.toml, with forward slashes", name)
		}
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return doc.Errorf(at("files"), "there is no file %s beside game.toml", name)
		}
	}
	if !e.viewable() {
		return doc.Errorf(at("viewer"), "viewer %q is a jar or a folder with a folder view in it, of the protocol codingame, and is among "+
			"files, as referee.jar is in files = [\"referee.jar\"]", e.Viewer)
	}
	for nth, word := range words {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(word)))
		if filepath.IsAbs(word) || nth == 0 && !strings.Contains(word, "/") || err != nil || !info.Mode().IsRegular() || e.has(word) {
			continue
		}
		return doc.Errorf(at("run"), "run names the file %s, which is not among files: the engine sees only the files in files, and "+
			"workers get them: files = [%q]", word, filepath.ToSlash(filepath.Clean(word)))
	}
	return e.checkSeats(doc, n)
}

// viewable reports whether the viewer is one of the files, or there is none.
func (e *externalEngine) viewable() bool {
	return e.Viewer == "" || e.Protocol == "codingame" && fs.ValidPath(e.Viewer) && e.has(e.Viewer)
}

// Limits of an engine that was handed in by a browser.
const (
	mostStart  = time.Minute
	mostTurn   = 20 * time.Second
	mostMemory = 2 << 10 // MiB
)

// bounded returns an error for an engine that may use more than one that was handed in.
func (e *externalEngine) bounded(doc *tomlfile.Document) error {
	if e.Start.Duration <= mostStart && e.Turn.Duration <= mostTurn && e.Memory <= mostMemory {
		return nil
	}
	return doc.Errorf([]string{"engine"}, "start, turn and memory of an engine that is handed in are %v, %v and %d at most",
		mostStart, mostTurn, mostMemory)
}

// has reports whether a file is one of the files, or in a folder that is.
func (e *externalEngine) has(name string) bool {
	name = slashes.Clean(name)
	return slices.ContainsFunc(e.Files, func(of string) bool {
		return of == "." || name == slashes.Clean(of) || strings.HasPrefix(name, slashes.Clean(of)+"/")
	})
}

// newExternal returns the engine of a game.
func (f *Folder) newExternal(e *externalEngine, h Host) *external.Engine {
	words, _ := words.Split(e.Run)
	var files []string
	for _, name := range e.Files {
		files = append(files, filepath.Join(f.Dir, filepath.FromSlash(name)))
	}
	var images entities.Images
	if e.Viewer != "" {
		f.viewer = viewer.New(filepath.Join(f.Dir, filepath.FromSlash(e.Viewer)))
		images = f.viewer
	}
	return external.New(external.Config{Images: images, Run: words, Folder: f.Dir, Files: files, Protocol: e.Protocol, Launcher: h.Launcher,
		Start: e.Start.Duration, Turn: e.Turn.Duration, Memory: int64(e.Memory) << 20, Uncertain: e.uncertain(), Seats: e.seats(),
		Shim: h.Shim, Temporary: h.Own})
}

// engineFiles returns the names of the files of an engine, sorted.
func (f *Folder) engineFiles() (names []string, err error) {
	root := os.DirFS(f.Dir)
	for _, name := range f.external.Files {
		err := fs.WalkDir(root, name, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && clutter.Folder(d.Name()) {
				return fs.SkipDir
			}
			if err == nil && d.Type().IsRegular() && !clutter.File(d.Name()) && name != File {
				names = append(names, name)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// externals sets what is different in a game of an engine: it writes what bots are sent, names the time of each move, and has no state that
// could be searched.
func (f *Folder) externals(spec *game.Spec[State, Move], s *schema) {
	spec.Launch = game.Launch{Form: game.Lines, PerGame: true, Home: s.Engine.Protocol == "seats"}
	if s.Engine.Protocol == "files" {
		spec.Launch.Form = game.Texts
	}
	spec.Wire = func(game.Settings) game.Wire[State, Move] { return engineWire{} }
	spec.Builtins = []builtin{{Name: "random", About: "answers with one of the moves in game.toml by lot, or with empty lines",
		New: func(_ game.Settings, d *game.Dice) plays {
			return func(st *State, seat game.Seat, _ *game.Reply) Move {
				return Move{Text: atRandom(st.at.Asks[seat], s.Moves, d)}
			}
		}}}
	spec.Moves, spec.Forward, spec.Uncertain = nil, true, s.Engine.uncertain()
	spec.Files = files{own: os.DirFS(f.Dir)} // the usual starters know no lines of an engine
	if s.Clock == (clock{}) && !s.Engine.seated() {
		spec.Clock = func(game.Settings) game.Clock { return game.Clock{Own: true} }
	}
}

// atRandom returns an answer of moves by lot.
func atRandom(a engine.Ask, moves []string, d *game.Dice) string {
	const most = 50 // lines, where the last one decides
	var lines []string
	for len(lines) < most {
		line := ""
		if len(moves) > 0 {
			line = moves[d.Intn(len(moves))]
		}
		lines = append(lines, line)
		if a.Ends == nil && len(lines) >= a.Lines || a.Ends != nil && a.Ends.MatchString(line) {
			break
		}
	}
	return strings.Join(lines, "\n")
}

// Limit returns the time that an engine names for a move.
func (r *rules) Limit(s *State, seat game.Seat) game.Micros {
	if s.at == nil || s.at.Asks == nil {
		return 0
	}
	return game.Micros(s.at.Asks[seat].Limit.Microseconds())
}

// engineWire passes on what an engine writes, and gives it what bots answer.
type engineWire struct{}

// Ask appends what the engine sends to the seat.
func (engineWire) Ask(p *game.Prompt, s *State, seat game.Seat) {
	if s.at != nil && s.at.Asks != nil {
		p.Stdin = append(p.Stdin, s.at.Asks[seat].Prompt...)
		p.Lines, p.Ends = s.at.Asks[seat].Lines, s.at.Asks[seat].Ends
	}
}

// longestAnswer bounds an answer, in bytes.
const longestAnswer = 1 << 20

// Read takes all lines of an answer.
func (engineWire) Read(_ *State, _ game.Seat, r *game.Reply) (Move, error) {
	return answerOf(string(bytes.TrimSuffix(r.Out, []byte("\n"))))
}

// answerOf takes any text. It is kept in records, which are UTF-8.
func answerOf(text string) (Move, error) {
	if len(text) > longestAnswer {
		return Move{}, fmt.Errorf("an answer of %d bytes: it may have %d", len(text), longestAnswer)
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\r\n", "\n")
	return Move{Text: strings.TrimSuffix(text, "\r")}, nil
}

// Format returns the lines, or a text in JSON if they could be taken for one.
func (w engineWire) Format(m Move) string {
	if same, err := w.Parse(m.Text); err == nil && same == m {
		return m.Text
	}
	return quoted(m.Text)
}

// Parse is the inverse of Format. What comes in one line has its line breaks in a text in JSON.
func (engineWire) Parse(text string) (Move, error) { return answerOf(unquoted(text)) }

// fits returns an error for an answer with another number of lines than the engine reads.
func fits(a engine.Ask, m Move) error {
	if a.Ends != nil {
		if last := m.Text[strings.LastIndexByte(m.Text, '\n')+1:]; !a.Ends.MatchString(last) {
			return fmt.Errorf("the answer ends with %.80q, and its last line matches %s", last, a.Ends)
		}
		return nil
	}
	if n := strings.Count(m.Text, "\n") + 1; n != a.Lines {
		return fmt.Errorf("the answer has %s, and the game's engine reads %d", numerals.Counted(n, "line"), a.Lines)
	}
	return nil
}
