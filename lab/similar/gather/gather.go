/*
Package gather reads what package similar compares: the bots that a contest's file names, the versions that agents handed in, and what
everybody was given. It starts no bot, follows no link in a bot's folder and changes nothing.

A reference to a file is that file alone. Of a folder or an archive it reads the text files whose names do not say that they are data or
prose.
*/
package gather

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"agon/bot/program/clients"
	"agon/bot/unpack"
	"agon/contest/config"
	"agon/game"
	"agon/internal/clutter"
	"agon/internal/regular"
	"agon/lab/similar"
)

// Bounds of what is read of a version, and of all.
const (
	mostText  = 256 << 10 // bytes of all files
	mostFiles = 4000      // entries of its folder
	mostAll   = 64 << 20  // bytes of all versions
)

// A Source is a version and where its files are: a file, an archive or a folder.
type Source struct {
	similar.Version
	Path string
}

// Contest returns the bots of a contest's file, and those that agents handed in, in the contest's folder dir. authors has the authors of
// bots of which the file names none; of others the bot's name stands for it. left says which bots have no source here.
func Contest(f *config.File, dir string, authors map[string]string) (list []Source, left []string) {
	for i := range f.Bots {
		name, ref := f.Bots[i].Named()
		if file, _, class := strings.Cut(ref, ".py:"); class {
			ref = file + ".py"
		}
		if _, err := os.Stat(ref); err != nil || f.Bots[i].Takes() != nil {
			left = append(left, ref+": it is no file or folder here")
			continue
		}
		base := unpack.Stem(filepath.Base(ref))
		name = cmp.Or(name, strings.TrimSuffix(base, filepath.Ext(base)))
		if !slices.ContainsFunc(list, func(had Source) bool { return had.Path == ref }) { // a file with several classes is one source
			list = append(list, Source{similar.Version{Author: cmp.Or(f.Bots[i].Author, authors[name], name), Bot: name}, ref})
		}
	}
	handed, _ := fs.Glob(os.DirFS(dir), "agents/*/rounds/*/handed")
	repeated, _ := fs.Glob(os.DirFS(dir), "run-*/agents/*/rounds/*/handed")
	for _, at := range append(handed, repeated...) {
		number, _ := strconv.Atoi(path.Base(path.Dir(at)))
		agent := path.Base(path.Dir(path.Dir(path.Dir(at))))
		list = append(list, Source{similar.Version{Author: agent, Bot: agent, Number: number}, filepath.Join(dir, at)})
	}
	return list, left
}

// Kind returns what everybody has of a kind: its starters, and bots that came with it.
func Kind(k *game.Kind) (given []similar.File) {
	add := func(name, text string) {
		if !prose(name) {
			given = append(given, similar.File{Name: name, Text: tidy([]byte(text))})
		}
	}
	for _, language := range clients.Languages(k.Files) {
		files, _ := clients.ForKind(k, language) // a kind need not have any
		for name, text := range files {
			add(name, text)
		}
	}
	if k.Files != nil {
		bots, _ := fs.Glob(k.Files, "bots/*")
		for _, name := range bots {
			text, _ := fs.ReadFile(k.Files, name)
			add(name, string(text))
		}
	}
	return given
}

// Read reads the files of versions. left says what of them is left out. An error is the host's, or that of ctx.
func Read(ctx context.Context, list []Source) (versions []similar.Version, left []string, err error) {
	room := mostAll
	for _, s := range list {
		made, err := os.MkdirTemp("", "agon-similar-")
		if err != nil {
			return nil, nil, err
		}
		files, why := read(ctx, s.Path, filepath.Join(made, "bot"))
		if err := cmp.Or(os.RemoveAll(made), ctx.Err()); err != nil {
			return nil, nil, err
		}
		for _, f := range files {
			room -= len(f.Text)
		}
		if s.Files = files; len(files) > 0 && room < 0 {
			why = append(why, fmt.Sprintf("those before it have %d MiB of sources, and no more is compared", mostAll>>20))
		} else if len(files) > 0 {
			versions = append(versions, s.Version)
		} else if len(why) == 0 {
			why = []string{"it has no source (compiled, or an image)"}
		}
		for _, w := range why {
			left = append(left, fmt.Sprintf("%s, by %s: %s", s.Label(), s.Author, w))
		}
	}
	return versions, left, nil
}

// read reads a file, a folder, or an archive, which it unpacks into a new folder. left says what is left out.
func read(ctx context.Context, from, unpacked string) (files []similar.File, left []string) {
	if real, err := filepath.EvalSymlinks(from); err == nil {
		from = real // who runs the contest has chosen it
	}
	dir, only := from, ""
	switch info, err := os.Stat(from); {
	case err != nil:
		return nil, []string{"its files are not here any more"}
	case info.IsDir():
	case unpack.Is(from):
		if err := unpack.File(ctx, from, unpacked, unpack.Usual()); err != nil {
			return nil, []string{"its archive cannot be unpacked: " + err.Error()}
		}
		dir = unpack.Trunk(unpacked)
	default:
		dir, only = filepath.Dir(from), filepath.Base(from)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, []string{err.Error()}
	}
	defer root.Close()
	names := []string{only}
	if only == "" {
		names, left = sources(root)
	}
	room := int64(mostText)
	for _, name := range names {
		text, err := regular.ReadSmallIn(root, name, room)
		switch {
		case err != nil:
			left = append(left, fmt.Sprintf("%s is not read: %v; of a version at most %d KiB are", name, err, mostText>>10))
		case !slices.Contains(text, 0):
			room -= int64(len(text))
			files = append(files, similar.File{Name: name, Text: tidy(text)})
		}
	}
	return files, left
}

// sources lists the files of a folder that may be sources, the smallest first.
func sources(root *os.Root) (names, left []string) {
	seen, sizes := 0, map[string]int64{}
	fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch seen++; {
		case err != nil:
			left = append(left, err.Error())
		case seen > mostFiles:
			left = append(left, fmt.Sprintf("its folder has more than %d files and folders: the others are left out", mostFiles))
			return fs.SkipAll
		case d.Type()&fs.ModeSymlink != 0:
			left = append(left, name+" is a link")
		case d.IsDir() && name != "." && clutter.Any(d.Name()):
			return fs.SkipDir
		case d.Type().IsRegular() && !prose(name):
			if info, err := d.Info(); err == nil {
				names, sizes[name] = append(names, name), info.Size()
			}
		}
		return nil
	})
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(sizes[a], sizes[b]), cmp.Compare(a, b)) })
	return names, left
}

// prose reports whether a file is data or a text for people by its name, or one that systems and editors leave.
func prose(name string) bool {
	endings := strings.Fields(".md .rst .txt .json .csv .tsv .toml .yaml .yml .xml .lock .svg .log .html")
	return clutter.Any(path.Base(name)) || slices.Contains(endings, strings.ToLower(path.Ext(name)))
}

// tidy returns a text as package similar reads it.
func tidy(text []byte) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(string(text), "\ufffd"))
}
