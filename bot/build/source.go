package build

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"agon/bot/unpack"
)

// A Source is a bot as it was handed in.
type Source struct {
	Root      string // the folder that all its files lie in
	Files     []File // in the order of their names
	Hash      string // of names and contents, hex
	Name      string // as its author calls it, or its file's name
	Named     bool   // its author calls it so
	Author    string
	Described bool       // by a bot.toml or a bot.json
	Language  string     // a name of the table of languages
	Entry     string     // the file that is compiled or run; empty where the language finds its own
	Single    bool       // it is one file, and what belongs to that
	Build     [][]string // its author's own commands, instead of the language's
	Run       []string   // its author's own command; empty: the language's
	Args      []string   // arguments of its author's own, before those of each move
	After     []string   // arguments that come behind those of each move
	Network   bool       // dependencies are fetched first
	Protocol  Protocol
	entelect  *entelect // it came with a bot.json
}

// A Protocol is a language that a bot speaks with its host.
type Protocol string

// What bot.toml may name.
const (
	AsUsual Protocol = ""        // the contest's where programs can speak it, else agon
	Contest Protocol = "contest" // the kind's own calling convention
	Agon    Protocol = "agon"    // JSON lines, for every kind
)

// A File is one file of a bot.
type File struct {
	Name       string // beneath the bot's folder, with slashes
	Executable bool
	Link       string // where it leads to, for a symbolic link
}

// has reports whether a file belongs to the bot.
func (s *Source) has(name string) bool {
	for _, f := range s.Files {
		if f.Name == name {
			return true
		}
	}
	return false
}

// hash reads all files and sets the hash.
func (s *Source) hash() error {
	sum, left := sha256.New(), int64(unpack.MostBytes)
	for _, f := range s.Files {
		if f.Link != "" {
			fmt.Fprintf(sum, "%s\x00-> %s\x00", f.Name, f.Link)
			continue
		}
		n, err := hashFile(sum, s.Root, f.Name, left)
		if err != nil {
			return err
		}
		left -= n
	}
	fmt.Fprint(sum, s.Entry)
	s.Hash = hex.EncodeToString(sum.Sum(nil))
	return nil
}

func hashFile(to io.Writer, root, name string, left int64) (int64, error) {
	f, err := os.Open(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return 0, fmt.Errorf("read the bot: %w", err)
	}
	defer f.Close()
	own := sha256.New()
	n, err := io.Copy(own, io.LimitReader(f, left+1))
	if err != nil {
		return 0, fmt.Errorf("read the bot: %w", err)
	}
	if n > left {
		return 0, flaw("", "its files have more than %d MiB: a folder is the bot alone", unpack.MostBytes>>20)
	}
	fmt.Fprintf(to, "%s\x00%x\x00", name, own.Sum(nil))
	return n, nil
}

// lay copies the bot's files into a folder that is being made.
func (s *Source) lay(t *unpack.Target) error {
	root, err := os.OpenRoot(s.Root)
	if err != nil {
		return fmt.Errorf("read the bot: %w", err)
	}
	defer root.Close()
	for _, f := range s.Files {
		if err := layFile(t, root, f); err != nil {
			return err
		}
	}
	return nil
}

func layFile(t *unpack.Target, root *os.Root, f File) error {
	if f.Link != "" {
		return t.Link(f.Name, f.Link)
	}
	from, err := root.Open(filepath.FromSlash(f.Name))
	if err != nil {
		return fmt.Errorf("read the bot: %w", err)
	}
	defer from.Close()
	return t.File(f.Name, f.Executable, from)
}
