/*
Package gather reads what package similar compares: the bots that a contest's file names, the versions that agents handed in, and what
everybody was given. It starts no bot, follows no link in a bot's folder and changes nothing.

A reference to a file is that file alone. Of a folder or an archive it reads sources: files that are text, but for those whose names say
that they are data or prose.
*/
package gather

import (
	"context"
	"errors"
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
	"agon/internal/numerals"
	"agon/internal/regular"
	"agon/lab/similar"
)

// Bounds of what is read of a version.
const (
	mostText  = 256 << 10 // bytes of all files
	mostFiles = 4000      // entries of its folder
)

// A Source is where the files of a version are: a file, an archive or a folder.
type Source struct {
	Author, Bot string
	Number      int // as in [similar.Version]
	Path        string
}

// Contest returns the bots of a contest's file, and those that agents handed in, in the contest's folder dir. author returns a bot's author
// by its name, "" if it is unknown: then the bot's name stands for it. left says which bots have no source here.
func Contest(f *config.File, dir string, author func(bot string) string) (list []Source, left []string) {
	for i := range f.Bots {
		name, ref := f.Bots[i].Named()
		file, class, _ := strings.Cut(ref, ".py:")
		if class != "" {
			ref = file + ".py"
		}
		if name == "" {
			name = unpack.Stem(filepath.Base(ref))
			name = strings.TrimSuffix(name, filepath.Ext(name))
		}
		if _, err := os.Stat(ref); err != nil || f.Bots[i].Takes() != nil {
			left = append(left, fmt.Sprintf("%s: it is no file or folder here", ref))
			continue
		}
		s := Source{Author: f.Bots[i].Author, Bot: name, Path: ref}
		if s.Author == "" {
			s.Author = author(name)
		}
		if s.Author == "" {
			s.Author = name
		}
		if !slices.ContainsFunc(list, func(had Source) bool { return had.Path == ref }) { // a file with several classes is one source
			list = append(list, s)
		}
	}
	for _, runs := range []string{"agents", "run-*/agents"} {
		handed, _ := filepath.Glob(filepath.Join(escape(dir), runs, "*/rounds/*/handed"))
		for _, at := range handed {
			round := filepath.Dir(at)
			agent := filepath.Base(filepath.Dir(filepath.Dir(round)))
			number, _ := strconv.Atoi(filepath.Base(round))
			list = append(list, Source{Author: agent, Bot: agent, Number: number, Path: at})
		}
	}
	return list, left
}

func escape(dir string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(dir)
}

// Kind returns what everybody has of a kind: its starters, and bots that came with it.
func Kind(k *game.Kind) (given []similar.File) {
	for _, language := range clients.Languages(k.Files) {
		files, err := clients.ForKind(k, language)
		for name, text := range files {
			if err == nil && !prose(name) {
				given = append(given, similar.File{Name: name, Text: tidy([]byte(text))})
			}
		}
	}
	if k.Files != nil {
		if bots, err := fs.Sub(k.Files, "bots"); err == nil {
			_ = fs.WalkDir(bots, ".", func(name string, d fs.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() && !prose(name) {
					text, _ := fs.ReadFile(bots, name)
					given = append(given, similar.File{Name: name, Text: tidy(text)})
				}
				return nil // a kind need not have any
			})
		}
	}
	return given
}

// Read reads versions. left says what of them is left out. An error is the host's.
func Read(ctx context.Context, list []Source) (versions []similar.Version, left []string, err error) {
	for _, s := range list {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		files, why, err := read(ctx, s.Path)
		if err != nil {
			return nil, nil, fmt.Errorf("read %s of %s: %w", s.Bot, s.Author, err)
		}
		of := fmt.Sprintf("%s by %s", s.Bot, s.Author)
		if s.Number > 0 {
			of = fmt.Sprintf("version %d of %s", s.Number, of)
		}
		for _, w := range why {
			left = append(left, of+": "+w)
		}
		if len(files) > 0 {
			versions = append(versions, similar.Version{Author: s.Author, Bot: s.Bot, Number: s.Number, Files: files})
		} else if len(why) == 0 {
			left = append(left, of+": it has no source (compiled, or an image)")
		}
	}
	return versions, left, nil
}

// read reads a file, a folder, or an archive, which it unpacks into a temporary folder.
func read(ctx context.Context, from string) (files []similar.File, left []string, err error) {
	info, err := os.Stat(from)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, []string{"its files are not here any more"}, nil
	case err != nil:
		return nil, nil, err
	case info.IsDir():
		return folder(from)
	case !unpack.Is(from):
		return single(from)
	}
	made, err := os.MkdirTemp("", "agon-similar-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(made)
	to := filepath.Join(made, "bot")
	if err := unpack.File(ctx, from, to, unpack.Usual()); err != nil {
		return nil, []string{"its archive cannot be unpacked: " + err.Error()}, ctx.Err()
	}
	return folder(unpack.Trunk(to))
}

// single reads one file, whatever its name.
func single(file string) (files []similar.File, left []string, err error) {
	text, err := regular.ReadSmall(file, mostText)
	switch {
	case err != nil:
		return nil, []string{fmt.Sprintf("%s is not read: %v", filepath.Base(file), errors.Unwrap(err))}, nil
	case slices.Contains(text, 0):
		return nil, nil, nil
	}
	return []similar.File{{Name: filepath.Base(file), Text: tidy(text)}}, nil, nil
}

// folder reads the sources of a folder, the smallest first.
func folder(dir string) (files []similar.File, left []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	seen, room, links := 0, int64(mostText), 0
	sizes := map[string]int64{}
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			left = append(left, fmt.Sprintf("%s is not read: %v", name, err))
			return nil
		case name != "." && clutter.Any(d.Name()) && d.IsDir():
			return fs.SkipDir
		}
		if seen++; seen > mostFiles {
			left = append(left, fmt.Sprintf("its folder has more than %d files and folders: the others are left out", mostFiles))
			return fs.SkipAll
		}
		if d.Type()&fs.ModeSymlink != 0 {
			links++
		}
		if info, err := d.Info(); err == nil && d.Type().IsRegular() && !prose(name) {
			sizes[name] = info.Size()
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if links > 0 {
		left = append(left, numerals.Counted(links, "link"))
	}
	names := make([]string, 0, len(sizes))
	for name := range sizes {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if sizes[a] != sizes[b] {
			return int(min(1, max(-1, sizes[a]-sizes[b])))
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		text, err := regular.ReadSmallIn(root, name, room)
		if err != nil {
			left = append(left, fmt.Sprintf("%s (%d bytes) is not read: the sources of a version have at most %d KiB", name, sizes[name],
				mostText>>10))
			break // the others are larger
		}
		if !slices.Contains(text, 0) {
			room -= int64(len(text))
			files = append(files, similar.File{Name: name, Text: tidy(text)})
		}
	}
	return files, left, nil
}

// prose reports whether a file is data or a text for people by its name, or one that systems and editors leave.
func prose(name string) bool {
	base := path.Base(name)
	return clutter.Any(base) || slices.Contains(endings, strings.ToLower(path.Ext(base)))
}

var endings = []string{".md", ".rst", ".txt", ".json", ".csv", ".tsv", ".toml", ".yaml", ".yml", ".xml", ".lock", ".svg", ".log", ".html"}

// tidy returns a text with \n after its lines, as package similar reads it.
func tidy(text []byte) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(string(text), "\ufffd"))
}
