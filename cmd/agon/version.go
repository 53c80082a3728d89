package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// A release sets these by -ldflags "-X main.version=…". If they are empty, the build information is used.
var version, commit, date string

// A release describes what a binary was built from.
type release struct {
	Version string // "1.2.0", or "devel"
	Commit  string // empty if unknown
	Date    string // of the commit, RFC 3339
	Go      string // "go1.26.0 linux/amd64"
}

// thisRelease describes this binary.
func thisRelease() release {
	r := release{Version: version, Commit: commit, Date: date, Go: runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return r.completed(info)
}

// completed fills empty fields from the build information.
func (r release) completed(info *debug.BuildInfo) release {
	changed := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && r.Commit == "":
			r.Commit = s.Value
		case s.Key == "vcs.time" && r.Date == "":
			r.Date = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+dirty"
		}
	}
	if r.Version == "" {
		r.Version = strings.TrimPrefix(info.Main.Version, "v")
	}
	if r.Version == "" || r.Version == "(devel)" {
		r.Version = "devel" + changed
	}
	return r
}

func (r release) String() string {
	lines := "agon " + r.Version
	for _, l := range [][2]string{{"commit", r.Commit}, {"date", r.Date}, {"go", r.Go}} {
		if l[1] != "" {
			lines += fmt.Sprintf("\n%-7s %s", l[0], l[1])
		}
	}
	return lines + "\n"
}

func newVersion(w *world) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print version, commit, date and Go version",
		Args:  cobra.NoArgs,
		Run:   func(*cobra.Command, []string) { fmt.Fprint(w.out, thisRelease()) },
	}
}
