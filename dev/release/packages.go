package main

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm"
)

// packages makes a deb and an rpm of a linux binary.
func (s *source) packages(out string, b built, docs []file) error {
	for _, format := range []string{"deb", "rpm"} {
		packager, err := nfpm.Get(format)
		if err != nil {
			return err
		}
		info := nfpm.WithDefaults(s.info(b, docs, format))
		if err := nfpm.PrepareForPackager(info, format); err != nil {
			return err
		}
		name := filepath.Join(out, "agon_"+s.version+"_"+b.arch+"."+format)
		if err := writeFile(name, func(w io.Writer) error { return packager.Package(info, w) }); err != nil {
			return err
		}
	}
	return nil
}

func (s *source) info(b built, docs []file, format string) *nfpm.Info {
	info := &nfpm.Info{
		Name: "agon", Arch: b.arch, Platform: "linux", Version: s.version, VersionSchema: "semver", Release: "1", Section: "games",
		Priority:   "optional",
		Maintainer: "The agon authors <agon@localhost>", License: "Apache-2.0", MTime: s.when, DisableGlobbing: true,
		Description: "Host bot-programming contests\nGames between sandboxed bots in any language, tournaments, and replays that can be " +
			"verified.",
	}
	info.RPM.BuildHost, info.RPM.Summary, info.RPM.Group = "localhost", "Host bot-programming contests", "Amusements/Games"
	info.Recommends = []string{"python3"}
	add := func(from, to string, mode uint32) {
		info.Contents = append(info.Contents, &files.Content{
			Source: from, Destination: to, FileInfo: &files.ContentFileInfo{Mode: os.FileMode(mode), MTime: s.when, Owner: "root",
				Group: "root"},
		})
	}
	add(b.file, "/usr/bin/agon", 0o755)
	for _, d := range docs {
		if to := installed(d.name, format); to != "" {
			add(d.path, to, 0o644)
		}
	}
	return info
}

// installed returns the installed path of a document, by the conventions of distributions; empty if it is not installed.
func installed(name, format string) string {
	base := path.Base(name)
	switch {
	case strings.HasPrefix(name, "man/"):
		return "/usr/share/man/man1/" + base
	case name == "completions/agon.bash":
		return "/usr/share/bash-completion/completions/agon"
	case name == "completions/_agon" && format == "deb":
		return "/usr/share/zsh/vendor-completions/_agon"
	case name == "completions/_agon":
		return "/usr/share/zsh/site-functions/_agon"
	case name == "completions/agon.fish":
		return "/usr/share/fish/vendor_completions.d/agon.fish"
	case strings.HasPrefix(name, "completions/"):
		return ""
	case name == "LICENSE" && format == "deb":
		return "/usr/share/doc/agon/copyright"
	}
	return "/usr/share/doc/agon/" + name
}
