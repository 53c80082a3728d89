package build

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/unpack"
)

// A Source is a bot as its author submitted it.
type Source struct {
	Root       string // the folder that contains all its files
	Files      []File // sorted by name
	Hash       string // of names and contents, in hex
	Name       string // the author's name for it, or its file name
	Named      bool   // the author named it
	Author     string
	Described  bool       // by a bot.toml or a bot.json
	Language   string     // a name from the table of languages
	Entry      string     // the main file; empty if the language finds it
	Single     bool       // it is one file, and the files that it uses
	Build      [][]string // the author's own commands, which replace the language's
	Run        []string   // the author's own command; empty: the language's
	Args       []string   // the author's arguments before those of each move
	After      []string   // arguments after those of each move
	Network    bool       // dependencies are downloaded first
	Protocol   Protocol
	Serve      bool        // it is an HTTP server
	Connects   uint32      // the port of 127.0.0.1 to which it connects to be asked; 0: it reads its input
	Parameters []Parameter // of its bot.toml, by name
	entelect   *entelect   // it came with a bot.json
	kind       string      // see Finder.Kind
}

// A Protocol is how a bot communicates with its host.
type Protocol string

// Values of protocol in bot.toml.
const (
	AsUsual Protocol = ""        // the contest's if programs can use it, else agon
	Contest Protocol = "contest" // the kind's own calling convention
	Agon    Protocol = "agon"    // JSON lines, for every kind
)

// A File is one file of a bot.
type File struct {
	Name       string // relative to the bot's folder, with slashes
	Executable bool
	Link       string // target of a symbolic link
}

// Taken describes which file or command of the bot agon starts, and how its author names another.
func (s *Source) Taken() string {
	const another = `run = "FILE" in `
	switch {
	case len(s.Run) > 0:
		return fmt.Sprintf("run in its bot.toml is %q; write another command", strings.Join(s.Run, " "))
	case s.Entry == "":
		return "all its " + s.Language + " files are one program; " + another + "a bot.toml names another main file"
	case s.Single:
		return fmt.Sprintf("agon took %s for the bot; name another file if it begins there", s.Entry)
	case s.entelect != nil:
		return fmt.Sprintf("agon took %s for the bot, the RunFile of its bot.json", s.Entry)
	case s.Described:
		return fmt.Sprintf("agon took %s for the bot; %sits bot.toml names another file", s.Entry, another)
	}
	return fmt.Sprintf("agon took %s of its folder for the bot; %sa bot.toml there names another file", s.Entry, another)
}

// has reports whether a file belongs to the bot.
func (s *Source) has(name string) bool {
	return slices.ContainsFunc(s.Files, func(f File) bool { return f.Name == name })
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
		return 0, flaw("", "its files have more than %d MiB; move the bot into a folder of its own", unpack.MostBytes>>20)
	}
	fmt.Fprintf(to, "%s\x00%x\x00", name, own.Sum(nil))
	return n, nil
}
