package config

import (
	"fmt"
	"maps"
	"net/url"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"agon/contest/timetable"
	"agon/internal/nearest"
	"agon/internal/tomlfile"
)

// A schema is the structure of a contest.toml: a field for each key.
type schema struct {
	Name         string            `toml:"name"`
	Description  string            `toml:"description"`
	Prizes       []string          `toml:"prizes"`
	Kind         string            `toml:"kind"`
	Seed         *int64            `toml:"seed"`
	Secret       string            `toml:"secret"`
	MaxPerAuthor uint32            `toml:"max_per_author"`
	Promote      string            `toml:"promote"`
	Options      map[string]any    `toml:"options"`
	Limits       limits            `toml:"limits"`
	Bots         []bots            `toml:"bots"`
	Stages       []map[string]any  `toml:"stages"` // with name, format and the format's keys
	Runtimes     map[string]string `toml:"runtimes"`
	Packages     packages          `toml:"packages"`
	Shims        []string          `toml:"shims"`
	Before       any               `toml:"before"` // a date
	Warm         *bool             `toml:"warm"`
	Store        string            `toml:"store"`
	Agents       *agents           `toml:"agents"`
	Marks        []mark            `toml:"marks"`
	Zone         string            `toml:"zone"` // of the times in the timetable
	Verify       string            `toml:"verify"`

	Timetable []timetable.Written `toml:"timetable"`
}

// limits is the table [limits].
type limits struct {
	Memory   size      `toml:"memory"`
	Tasks    uint32    `toml:"tasks"`
	CPU      duration  `toml:"cpu"`
	Disk     size      `toml:"disk"`
	Output   size      `toml:"output"`
	Guard    duration  `toml:"guard"`
	RoundCPU duration  `toml:"round_cpu"`
	Average  duration  `toml:"average"`
	Enforce  bool      `toml:"enforce"`
	Packages *[]string `toml:"packages"`
	Clock    clock     `toml:"clock"`
}

// bots is a table [[bots]].
type bots struct {
	Ref    string `toml:"ref"`
	Folder string `toml:"folder"` // in place of ref: every folder in it is a bot, named by it
	Name   string `toml:"name"`
	Before any    `toml:"before"` // a date
}

// packages is the table [packages].
type packages struct {
	Folder string `toml:"folder"`
}

// A reader converts a schema to a File, and keeps the first mistake.
type reader struct {
	doc  *tomlfile.Document
	path string // of the file, absolute
	dir  string // the base of relative paths
	err  error

	ahead    bool // bots may be missing
	confined bool // the file names nothing of this machine outside its folder, see Confined
	finds    []Find
}

// fail records a mistake at a key.
func (r *reader) fail(path []string, format string, args ...any) {
	if r.err == nil {
		r.err = r.doc.Errorf(path, format, args...)
	}
}

func (r *reader) file(s *schema) *File {
	f := &File{
		Name: s.Name, Description: strings.TrimSpace(s.Description), Prizes: s.Prizes, Kind: r.kind(s.Kind),
		Secret: s.Secret, MaxPerAuthor: int(s.MaxPerAuthor), Options: s.Options,
		Warm: s.Warm == nil || *s.Warm, Shims: s.Shims, Before: r.day([]string{"before"}, s.Before), Limits: s.Limits.limits(),
		Store: s.Store, Sample: r.sample(s.Verify),
	}
	if hasPassword(s.Store) {
		r.fail([]string{"store"}, "store contains a password, and this file is for everybody: leave the password out, "+
			"and put it into the environment variable PGPASSWORD or into ~/.pgpass")
	}
	r.confine(s)
	r.bounded("memory", s.Limits.Memory)
	r.bounded("disk", s.Limits.Disk)
	r.bounded("output", s.Limits.Output)
	if s.Kind == "" {
		r.fail(nil, "no kind of game: add kind = \"NAME\" as the first line; `agon games` lists the kinds")
	}
	if s.Seed != nil {
		f.Seed, f.Seeded = *s.Seed, true
	}
	if r.err != nil {
		return f // what follows looks for files
	}
	for _, name := range slices.Sorted(maps.Keys(s.Runtimes)) {
		if f.Runtimes == nil {
			f.Runtimes = map[string]string{}
		}
		f.Runtimes[name] = r.program(name, s.Runtimes[name])
	}
	if s.Packages.Folder != "" {
		f.Packages = r.absolute(s.Packages.Folder)
	}
	for i, keys := range s.Stages {
		f.Stages = append(f.Stages, r.stage(i, keys))
	}
	r.marks(f, s)
	if len(f.Stages) == 0 {
		f.Stages = []Stage{{Name: "final"}}
	}
	r.players(f, s)
	r.gate(f, s.Promote)
	return f
}

// players converts the tables [[bots]] and [agents].
func (r *reader) players(f *File, s *schema) {
	var single []Bot // not in a folder of bots
	for i, b := range s.Bots {
		if b.Folder != "" {
			f.Folder = r.absolute(b.Folder)
			f.Bots = append(f.Bots, r.folder(i, b)...)
			continue
		}
		bots := r.bot(i, b)
		f.Bots, single = append(f.Bots, bots...), append(single, bots...)
	}
	f.Finds, f.Agents = r.finds, r.agents(s.Agents, single)
	f.Bots = append(f.Bots, r.timetable(f, s)...)
	if len(f.Bots) == 0 && f.Folder == "" && f.Agents == nil && !r.ahead {
		r.fail(nil, "no bots: add a table [[bots]] with ref = \"PATH\" for each bot, ref = \"FOLDER/*\" for all in a folder, "+
			"or folder = \"entries\" for a folder that fills later")
	}
}

// sample reports whether workers execute what other workers report.
func (r *reader) sample(verify string) bool {
	if path := []string{"verify"}; r.doc.Has(path...) && verify != "all" && verify != "sample" {
		r.fail(path, `verify must be "all" or "sample", not %q%s`, verify, nearest.Hint(verify, []string{"all", "sample"}))
	}
	return verify == "sample"
}

// gate sets which new versions of a bot play.
func (r *reader) gate(f *File, promote string) {
	path := []string{"promote"}
	switch {
	case promote == "always", !r.doc.Has(path...):
		return
	case promote == PromoteBetter, promote == PromoteNotWorse:
		f.Promote = promote
	default:
		r.fail(path, `promote must be "better", "not-worse" or "always", not %q%s`, promote,
			nearest.Hint(promote, []string{PromoteBetter, PromoteNotWorse, "always"}))
	}
	if f.Folder == "" {
		r.fail(path, "promote is for versions that are handed in to a site, and no folder takes them: add [[bots]] with folder = %q, "+
			"or remove promote", "entries")
	}
}

// hasPassword reports whether the address of a database contains a password.
func hasPassword(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false // package ledgers refuses it
	}
	_, has := u.User.Password()
	return has || u.Query().Has("password")
}

func (l *limits) limits() Limits {
	out := Limits{Guard: l.Guard.Duration, Average: l.Average.Duration, RoundCPU: l.RoundCPU.Duration, CPUClock: l.Clock.cpu,
		Enforce: l.Enforce, Packages: l.Packages}
	out.Memory, out.Tasks, out.CPU, out.Disk, out.Output = int64(l.Memory), int(l.Tasks), l.CPU.Duration, int64(l.Disk), int64(l.Output)
	return out
}

// bounded refuses a limit that no machine has.
func (r *reader) bounded(key string, n size) {
	if n < 0 || n > mostSize {
		path := []string{"limits", key}
		r.fail(path, "limits.%s must be at most %d bytes and not negative, not %s", key, int64(mostSize), r.doc.Value(path...))
	}
}

// day parses a date such as "2022-11-30", with or without quotes; zero if written is nil.
func (r *reader) day(path []string, written any) time.Time {
	if written == nil {
		return time.Time{}
	}
	day, err := time.Parse(time.DateOnly, fmt.Sprint(written))
	if err != nil {
		r.fail(path, `%s must be a day such as "2022-11-30", not %s`, path[len(path)-1], r.doc.Value(path...))
	}
	return day
}

// program returns the path of a program: relative to the file's folder if it contains a slash, otherwise found in PATH.
func (r *reader) program(name, path string) string {
	if path == "" || strings.ContainsAny(path, `/\`) {
		return r.absolute(path)
	}
	found, err := exec.LookPath(path)
	if err != nil {
		r.fail([]string{"runtimes", name}, "%s: no program %q in PATH; write the program's full path", name, path)
		return path
	}
	return r.absolute(found)
}

// names returns the names of the bots that play a stage.
func (r *reader) names(path []string, written any) (names []string) {
	items, _ := written.([]any)
	for _, item := range items {
		name, _ := item.(string)
		if name == "" || slices.Contains(names, name) {
			items = nil
			break
		}
		names = append(names, name)
	}
	if len(items) == 0 {
		r.fail(path, `bots must be a list of names, each once, such as ["ann", "bob", "*"] ("*": all others); leave it out to let `+
			"those play that advance")
	}
	return names
}

// stage separates name, format and bots from the other keys of a stage's table, and joins the keys of inner tables with a dot.
func (r *reader) stage(nth int, keys map[string]any) Stage {
	s := Stage{Name: fmt.Sprintf("stage %d", nth+1), Keys: map[string]any{}}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		path := []string{"stages", strconv.Itoa(nth), key}
		if key == "bots" {
			s.Bots = r.names(path, keys[key])
			continue
		}
		switch v := keys[key].(type) {
		case string:
			switch {
			case key == "name" && v != "":
				s.Name = v
			case key == "format":
				s.Format = v
			case key != "name":
				s.Keys[key] = v
			}
		case map[string]any:
			for k, v := range v {
				s.Keys[key+"."+k] = v
			}
		default:
			if key == "name" || key == "format" {
				r.fail(path, "%s must be a string in quotes, not %s", key, r.doc.Value(path...))
			}
			s.Keys[key] = v
		}
	}
	return s
}
