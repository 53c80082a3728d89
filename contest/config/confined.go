package config

import (
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"agon/internal/pattern"
)

/*
Confined parses the text of a contest.toml that comes from a person who may not name what is on this machine: the file of a contest that
is made in the browser. Such a file names files of its own folder, built-in bots and the places of contests beside it, and nothing else:
no other path, no address, no image, no program, no database. What it may not name is refused before anything is looked for. path is where
the file will be.
*/
func Confined(path string, text []byte) (*File, error) {
	return parse(path, text, reader{confined: true})
}

// remoteAlone refuses agents that run on this machine, and what only they use.
func (r *reader) remoteAlone(a *agents) {
	for i := range a.Agents {
		if !a.Agents[i].Remote {
			r.fail([]string{"agents", "agent", strconv.Itoa(i)}, "agent %q would run on the site's machine, whose operator alone hosts "+
				"such agents: add remote = true and remove run", a.Agents[i].Name)
		}
	}
	if a.Network != nil {
		r.fail([]string{"agents", "network"}, "network is of agents that run on the site's machine, and these edit on their own: remove it")
	}
	if language, of := strings.CutPrefix(a.Start, "starter:"); !slices.Contains([]string{"", "starter", "empty"}, a.Start) &&
		(!of || language == "") {
		r.fail([]string{"agents", "start"}, `start must be "starter", "starter:LANGUAGE" or "empty" here, not %q`, a.Start)
	}
}

// beside matches places of a contest in a folder beside the file's.
var beside = pattern.Of(`^\.\./[a-z0-9][a-z0-9._-]*/contest(\.toml)?(#[0-9-]+)?$`)

// confine refuses what the tables of a confined file name outside its folder.
func (r *reader) confine(s *schema) {
	if !r.confined {
		return
	}
	if len(s.Runtimes) > 0 {
		r.fail([]string{"runtimes"}, "runtimes are programs of the site's machine: its operator names them with agon serve --runtime")
	}
	if s.Store != "" {
		r.fail([]string{"store"}, "store is a database, which the operator of the site chooses: leave it out")
	}
	if s.Agents != nil {
		r.remoteAlone(s.Agents)
	}
	if s.Packages.Folder != "" {
		r.local([]string{"packages", "folder"}, s.Packages.Folder)
	}
}

// playable reports whether a file may name the bots of a reference.
func (r *reader) playable(at []string, ref string) bool {
	switch {
	case !r.confined, strings.HasPrefix(ref, "builtin:"), beside().MatchString(ref):
		return true
	case foreign.MatchString(ref):
		r.fail(at, "ref %q: a contest of a site takes bots that people submit (folder = \"entries\"), built-in bots "+
			"(ref = \"builtin:NAME\") and files of its own folder", ref)
		return false
	}
	return r.local(at, ref)
}

// local reports whether a path stays in the file's folder, below which it must name something. Else it records a mistake.
func (r *reader) local(at []string, path string) bool {
	if !r.confined {
		return true
	}
	rel, err := filepath.Rel(r.dir, r.absolute(path))
	if err == nil && rel != "." && filepath.IsLocal(rel) && !strings.ContainsRune(path, 0) {
		return true
	}
	r.fail(at, "%q is not in the contest's folder: name something in it, such as \"entries\"", path)
	return false
}

// Same reports whether two files describe the same contest, however they are written.
func Same(a, b *File) bool {
	plain := func(f *File) File {
		x := *f
		x.Path, x.doc = "", nil
		return x
	}
	return reflect.DeepEqual(plain(a), plain(b))
}
