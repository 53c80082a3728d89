package lineup

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/bot/build"
	"agon/bot/image"
	"agon/bot/pyhost"
	"agon/internal/pattern"
	"agon/internal/regular"
	"agon/internal/traceback"
)

// An isolated is a Python file with everything its bot may read, in a copy of its own.
type isolated struct {
	source *build.Source
	path   string // of the original file
	root   string // the copy of the source's root
	top    string // the folder that contains the copy and nothing else
	file   string // the copy of the file
	broken string // why the bot cannot be loaded; empty if it can

	parameters []build.Parameter // of the bot.toml in its root
}

// robotsAbove reports whether a folder is called robots or lies in such a folder.
func robotsAbove(dir string) bool {
	_, pkg := build.PackageOf(filepath.Join(dir, "x"))
	return pkg == build.Robots
}

// isolate copies the files of the bots in a Python file to where they will be loaded from: their whole folder, or else the file and what it
// uses, but never another bot. A list comes with the folder that contains it.
func (o *Opener) isolate(ctx context.Context, f pythonFile, list bool) (*isolated, error) {
	s, err := o.owned(ctx).gather(f, list)
	if err != nil {
		return nil, err
	}
	return o.copied(ctx, s)
}

// copied copies a source, unless it is debugged.
func (o *Opener) copied(ctx context.Context, s *build.Source) (*isolated, error) {
	builder, err := o.tools()
	if err != nil {
		return nil, err
	}
	root := s.Root
	if !o.Debug || builder.Cache.Holds(s.Root) {
		if root, err = builder.CopySource(ctx, s); err != nil {
			return nil, hosts(err)
		}
	}
	parameters, err := build.ReadParameters(root)
	if err != nil {
		return nil, hosts(err)
	}
	name := filepath.FromSlash(s.Entry)
	return &isolated{source: s, path: filepath.Join(s.Root, name), root: root, top: filepath.Dir(root), file: filepath.Join(root, name),
		parameters: parameters}, nil
}

// plain replaces paths of the copy in a bot's output by those of the original.
func (h *isolated) plain(words string) string {
	return strings.ReplaceAll(words, h.root, h.source.Root)
}

// wrongSyntax matches a class host's report of a syntax error in a file.
var wrongSyntax = pattern.Of(`^(SyntaxError: .*) \((\S+\.py), line (\d+)\)$`)

// python2 returns what the author of a file in Python 2 should know, as the end of why it cannot be loaded; empty if it is not.
func (h *isolated) python2(why string) string {
	match := wrongSyntax().FindStringSubmatch(why)
	if match == nil {
		return ""
	}
	for _, f := range h.source.Files {
		if path.Base(f.Name) != match[2] || f.Link != "" {
			continue
		}
		text, err := regular.Read(filepath.Join(h.root, filepath.FromSlash(f.Name)))
		lines := strings.Split(string(text), "\n")
		if n, _ := strconv.Atoi(match[3]); err == nil && n > 0 && n <= len(lines) &&
			traceback.Python2(fmt.Sprintf("File %q, line %d\n  %s\n%s", f.Name, n, strings.TrimSpace(lines[n-1]), match[1])) {
			return `; this is Python 2, and Python 3 loads classes: rewrite it, or make it a program of the agon protocol with language = "python2" in its bot.toml`
		}
	}
	return ""
}

// authors returns the folder directly below root that contains a file, "" if the file lies in root itself.
func authors(root, file string) string {
	first, _, deeper := strings.Cut(file, "/")
	if !deeper {
		return ""
	}
	return filepath.Join(root, first)
}

// listed isolates one bot of a list. Each folder below the list's belongs to one author.
func (o *Opener) listed(ctx context.Context, list *isolated, bot pyhost.Found, found []pyhost.Found) (*isolated, error) {
	name := slashed(list.root, bot.File)
	if bot.File == "" || name == list.source.Entry {
		return list, nil
	}
	if !slices.ContainsFunc(list.source.Files, func(file build.File) bool { return file.Name == name }) {
		h := *list
		h.broken = "its class is defined in " + bot.File + ", which is not in the list's folder"
		return &h, nil
	}
	one := pythonFile{path: filepath.Join(list.source.Root, filepath.FromSlash(name)), folder: authors(list.source.Root, name)}
	for _, other := range found {
		if place := slashed(list.root, other.File); place != name {
			one.others = append(one.others, cmp.Or(authors(list.source.Root, place),
				filepath.Join(list.source.Root, filepath.FromSlash(place))))
		}
	}
	h, err := o.isolate(ctx, one, false)
	if why, ok := build.Reason(err); ok {
		h := *list
		h.path, h.broken = one.path, why
		return &h, nil
	}
	return h, err
}

// Places returns the files and folders that references name: absolute, and for a link also where it leads.
func Places(refs []string) (paths []string) {
	for _, ref := range refs {
		_, ref = splitName(ref)
		ref = strings.TrimPrefix(ref, "script:")
		if _, ok := image.Parse(ref); ok {
			continue
		}
		ref, _ = splitClass(ref)
		real, err := filepath.EvalSymlinks(ref)
		if err != nil {
			continue
		}
		paths = append(paths, absolute(ref))
		if isLink(ref) {
			paths = append(paths, absolute(real))
		}
	}
	return paths
}

// within reports whether path is folder or lies in it.
func within(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// slashed returns a path relative to root, with slashes.
func slashed(root, path string) string {
	rel, err := filepath.Rel(root, path)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}
