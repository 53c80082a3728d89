package config

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// notInNames are the characters that mark a path or a scheme; a name before a reference has none of them.
const notInNames = `/\:?.@=`

// named matches a reference with a name before it.
var named = regexp.MustCompile(`^([^/\\:?.@=]+)=(.+)$`)

// foreign matches a reference that is not a path.
var foreign = regexp.MustCompile(`^(builtin|script|human|console|docker|docker-daemon|podman|docker-archive|oci|image|git\+[a-z]+):|^human$`)

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
	for _, ref := range r.resolve(table, ref) {
		if name != "" {
			ref = name + "=" + ref
		}
		all = append(all, Bot{Ref: ref, Nth: nth})
	}
	return all
}

// dated restricts a reference to a repository's commits before a day.
func dated(ref string, day time.Time) string {
	mark := "?"
	if strings.Contains(ref, "?") {
		mark = "&"
	}
	return ref + mark + "before=" + day.Format(time.DateOnly)
}

// resolve makes a path absolute and expands folder/* to its entries.
func (r *reader) resolve(table []string, ref string) []string {
	if foreign.MatchString(ref) {
		for _, scheme := range []string{"script:", "docker-archive:", "oci:", "image:"} {
			if rest, ok := strings.CutPrefix(ref, scheme); ok {
				return []string{scheme + r.absolute(rest)}
			}
		}
		return []string{ref}
	}
	path := r.absolute(ref)
	if !strings.ContainsAny(path, "*?[") {
		return []string{path}
	}
	found, err := filepath.Glob(path)
	if err != nil || len(found) == 0 {
		r.fail(append(table, "ref"), "ref %q matches no file in %s", ref, r.dir)
	}
	return found
}

func (r *reader) absolute(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(r.dir, path)
}
