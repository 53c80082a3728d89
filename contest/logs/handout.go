package logs

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/wholefile"
)

// A HandOut describes which logs are written for their authors.
type HandOut struct {
	Dir         string // a folder for each author is made in it
	Game, Round int    // of one game, of one of its rounds; 0: all
	Pages       int    // of each bot's newest games, with its output beside the board
}

// HandOut writes a folder for each author, which nobody else of this machine may read. A bot without one has a folder of its own. It
// returns the number of folders.
func (r *Reader) HandOut(bots []Bot, o HandOut) (int, error) {
	folders := map[string]bool{}
	for _, b := range bots {
		folder := folderOf(b)
		folders[folder] = true
		turns, err := r.Turns(b, o.Game, o.Round)
		if err != nil {
			return 0, err
		}
		dir := filepath.Join(o.Dir, folder)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return 0, cause.Host(err)
		}
		if err := write(filepath.Join(dir, fmt.Sprintf("%03d-%s", b.entry, clean.FileName(b.Name))), turns); err != nil {
			return 0, cause.Host(err)
		}
		if err := r.writePages(b, o, dir); err != nil {
			return 0, err
		}
	}
	return len(folders), nil
}

// write writes turns as JSON and as text.
func write(name string, turns []Turn) error {
	var data bytes.Buffer
	e := json.NewEncoder(&data)
	e.SetEscapeHTML(false)
	if err := e.Encode(turns); err != nil {
		return err
	}
	if err := wholefile.WriteBytes(name+".json", data.Bytes()); err != nil {
		return err
	}
	return wholefile.WriteBytes(name+".log", Text(turns))
}

// longestFolder is the size in bytes at which the name of an author's folder is cut.
const longestFolder = 100

// folderOf returns the name of the folder for a bot's logs. It depends on the author alone, or on the bot's number and name if it has none,
// and no two authors have the same one, also where a file system ignores case.
func folderOf(b Bot) string {
	if b.Author == "" {
		return fmt.Sprintf("@%03d-%s", b.entry, clean.FileName(b.Name))
	}
	name, usual := folderName(b.Author)
	if usual && len(name) <= longestFolder {
		return name
	}
	sum := sha256.Sum256([]byte(b.Author))
	return fmt.Sprintf("%s~%x", name[:min(len(name), longestFolder)], sum[:4])
}

// folderName returns a name as part of a file name: a space becomes _, and what is no letter, digit, hyphen or inner dot becomes %XX, its
// bytes. It is usual if exactly the words' first letters are capitals; two usual names never differ by case alone.
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
