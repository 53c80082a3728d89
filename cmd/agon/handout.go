package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/internal/wholefile"
)

// handOut writes a folder for each author, which nobody else of this machine may read. A bot without one has a folder of its own.
func (l *logging) handOut(room *logRoom) error {
	folders := map[string]bool{}
	for _, b := range room.bots {
		folder := folderOf(b)
		folders[folder] = true
		turns, err := room.turns(b, l.game, l.round)
		if err != nil {
			return host(err)
		}
		turns = slices.DeleteFunc(turns, func(t turnLog) bool { return l.round > 0 && t.Round != l.round })
		dir := filepath.Join(l.out, folder)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return host(err)
		}
		name := filepath.Join(dir, fmt.Sprintf("%03d-%s", b.entry, fileName(b.name)))
		var data bytes.Buffer
		if err := printJSON(&data, turns); err != nil {
			return err
		}
		if err := wholefile.WriteBytes(name+".json", data.Bytes()); err != nil {
			return host(err)
		}
		if err := wholefile.WriteBytes(name+".log", logText(turns)); err != nil {
			return host(err)
		}
		if err := l.writePages(room, b, dir); err != nil {
			return err
		}
	}
	fmt.Fprintf(l.w.out, "%d logs in %d folders: %s\n", len(room.bots), len(folders), l.out)
	return nil
}

// longestFolder is the size in bytes at which the name of an author's folder is cut.
const longestFolder = 100

// folderOf returns the name of the folder for a bot's logs. It depends on the author alone, or on the bot's number and name if it has none, and
// no two authors have the same one, also where a file system ignores case.
func folderOf(b botLog) string {
	if b.author == "" {
		return fmt.Sprintf("@%03d-%s", b.entry, fileName(b.name))
	}
	name, usual := folderName(b.author)
	if usual && len(name) <= longestFolder {
		return name
	}
	sum := sha256.Sum256([]byte(b.author))
	return fmt.Sprintf("%s~%x", name[:min(len(name), longestFolder)], sum[:4])
}

// folderName returns a name as part of a file name: a space becomes _, and what is no letter, digit, hyphen or inner dot becomes %XX, its bytes.
// It is usual if exactly the words' first letters are capitals; two usual names never differ by case alone.
func folderName(name string) (text string, usual bool) {
	var b strings.Builder
	usual = true
	for i, c := range []byte(name) {
		inner := i > 0 && i < len(name)-1
		capital, small := c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z'
		switch {
		case capital || small:
			usual = usual && capital == (i == 0 || name[i-1] == ' ')
			b.WriteByte(c)
		case c >= '0' && c <= '9' || c == '-' || c == '.' && inner:
			b.WriteByte(c)
		case c == ' ' && inner:
			b.WriteByte('_')
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String(), usual
}
