package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"agon/internal/clutter"
	"agon/internal/regular"
)

// notInNames are the characters that mark a path or a scheme; a name before a reference has none of them.
const notInNames = `/\:?.@=`

// named matches a reference with a name before it.
var named = regexp.MustCompile(`^([^/\\:?.@=]+)=(.+)$`)

// Named returns the name that the file gives a bot, empty if it gives none, and the reference without it.
func (b *Bot) Named() (name, ref string) {
	if parts := named.FindStringSubmatch(b.Ref); parts != nil {
		return parts[1], parts[2]
	}
	return "", b.Ref
}

// foreign matches a reference that is not a path.
var foreign = regexp.MustCompile(
	`^(builtin|script|human|console|site|https?|docker|docker-daemon|podman|docker-archive|oci|image|git\+[a-z]+):|^human$`)

// bot returns the bots of one [[bots]] table: one, or all in a folder.
func (r *reader) bot(nth int, b bots) (all []Bot) {
	table := []string{"bots", strconv.Itoa(nth)}
	if b.Ref == "" {
		r.fail(table, `bot %d has no ref: add ref = "./mybot.py", or another reference; agon play --help lists their forms`, nth+1)
		return nil
	}
	ref, name := b.Ref, b.Name
	if named := named.FindStringSubmatch(ref); named != nil && name == "" {
		name, ref = named[1], named[2]
	}
	if strings.ContainsAny(name, notInNames) {
		r.fail(append(table, "name"), "name %q has one of the characters %s: write it without", name, notInNames)
	}
	if day := r.day(append(table, "before"), b.Before); !day.IsZero() {
		if !strings.HasPrefix(ref, "git+") {
			r.fail(append(table, "before"), "before is for bots from repositories (git+URL@BRANCH), not for %q", ref)
		}
		ref = dated(ref, day)
	}
	if !r.playable(append(table, "ref"), ref) {
		return nil
	}
	if !foreign.MatchString(ref) {
		places, err := r.places(ref)
		switch {
		case err != nil:
			r.fail(append(table, "ref"), "ref %q: %s", ref, err)
		case places != nil && name != "":
			r.fail(append(table, "ref"), "the bots of ref %q keep the names that they have in that contest: remove the name %q", ref, name)
		}
		if places != nil || err != nil {
			return []Bot{{Ref: ref, Nth: nth, places: places}}
		}
		r.finds = append(r.finds, Find{Ref: ref, Path: r.absolute(ref), Nth: nth})
	}
	for _, ref := range r.resolve(table, ref) {
		if name != "" {
			ref = name + "=" + ref
		}
		all = append(all, Bot{Ref: ref, Nth: nth})
	}
	return all
}

// folder returns the bots of a [[bots]] table that names a folder of bots. What begins with a dot is being put there. A missing folder has
// no bots yet.
func (r *reader) folder(nth int, b bots) (all []Bot) {
	table := []string{"bots", strconv.Itoa(nth), "folder"}
	if b.Ref != "" || b.Name != "" || b.Before != nil {
		r.fail(table, "folder stands alone: each folder in it is a bot of its name; remove ref, name and before")
		return nil
	}
	if !r.local(table, b.Folder) {
		return nil
	}
	path := r.absolute(b.Folder)
	r.finds = append(r.finds, Find{Ref: b.Folder, Path: path, Each: true, Nth: nth})
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.fail(table, "folder %q cannot be read: %v", b.Folder, err)
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() || strings.HasPrefix(name, ".") || clutter.Any(name) {
			continue
		}
		if strings.ContainsAny(name, notInNames) {
			r.fail(table, "the folder %q in %q has one of the characters %s, and names its bot: rename it", name, b.Folder, notInNames)
			return nil
		}
		all = append(all, Bot{Ref: name + "=" + filepath.Join(path, name), Author: author(path, name), Nth: nth})
	}
	return all
}

// mostAuthor bounds the name of an author, in bytes.
const mostAuthor = 200

// author returns the author of a bot in a folder of bots, which a contest site writes into a file beside the bot's folder; empty if there
// is no such file.
func author(folder, bot string) string {
	text, err := regular.ReadSmall(filepath.Join(folder, ".author-"+bot), mostAuthor)
	if err != nil {
		return ""
	}
	return strings.ToValidUTF8(strings.TrimSpace(string(text)), "")
}

// dated restricts a reference to a repository's commits before a day.
func dated(ref string, day time.Time) string {
	mark := "?"
	if strings.Contains(ref, "?") {
		mark = "&"
	}
	return ref + mark + "before=" + day.Format(time.DateOnly)
}

// ofPaths are the schemes of references whose rest is a path.
var ofPaths = []string{"script:", "docker-archive:", "oci:", "image:"}

// moved returns a reference with another path; one that has none stays as it is.
func moved(ref string, path func(string) string) string {
	if !foreign.MatchString(ref) {
		return path(ref)
	}
	for _, scheme := range ofPaths {
		if rest, ok := strings.CutPrefix(ref, scheme); ok {
			return scheme + path(rest)
		}
	}
	return ref
}

// Relative returns a reference without a name whose path is relative to a folder, if there is a way from the folder to it.
func Relative(ref, dir string) string {
	return moved(ref, func(path string) string {
		if rel, err := filepath.Rel(dir, path); err == nil {
			return filepath.ToSlash(rel)
		}
		return path
	})
}

// Absolute returns a reference without a name whose path is absolute, if it was relative to a folder.
func Absolute(ref, dir string) string {
	r := reader{dir: dir}
	return moved(ref, func(path string) string { return r.absolute(filepath.FromSlash(path)) })
}

// resolve makes a path absolute and expands folder/* to its entries.
func (r *reader) resolve(table []string, ref string) []string {
	path := moved(ref, r.absolute)
	if foreign.MatchString(ref) {
		return []string{path}
	}
	if !strings.ContainsAny(path, "*?[") {
		return []string{path}
	}
	found, err := filepath.Glob(path)
	found = slices.DeleteFunc(found, func(path string) bool { return clutter.Any(filepath.Base(path)) })
	if err != nil || len(found) == 0 && !r.ahead {
		r.fail(append(table, "ref"), "ref %q matches no file in %s", ref, r.dir)
	}
	return found
}

// kind returns the name of a kind, or the path of the folder that has its rules.
func (r *reader) kind(name string) string {
	if strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		r.local([]string{"kind"}, name)
		return r.absolute(name)
	}
	return name
}

func (r *reader) absolute(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(r.dir, path)
}
