package build

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Find says what the bot at a path is: a file, or a folder. It reads and runs nothing of it but its description. Where the error is
// the bot's own trouble (see [Reason]) the Source tells at least its name.
func Find(path string) (*Source, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, plain(err)
	}
	s := &Source{Root: filepath.Dir(path), Entry: filepath.Base(path), Name: stem(path), Single: true}
	switch {
	case info.IsDir():
		s, err = folder(path)
	case info.Mode().IsRegular():
		err = s.single()
	default:
		err = errors.New("it is neither a file nor a folder")
	}
	if err != nil {
		return s, plain(err)
	}
	return s, s.hash()
}

// single finds what a single file is.
func (s *Source) single() (err error) {
	if s.Language = languageOf(s.Root, s.Entry); s.Language == "" {
		return &Unknown{s.Entry + " is in no language that is known, and no program: " + strings.Join(endings(), " ") + ", or a file that may be executed"}
	}
	s.Files, err = mentioned(s.Root, s.Entry, false)
	return err
}

// Hash is the hash of a source file and of what belongs to it, data that it mentions included; for bots that are loaded where they
// are.
func Hash(path string) (string, error) {
	s := &Source{Root: filepath.Dir(path), Entry: filepath.Base(path)}
	var err error
	if s.Files, err = mentioned(s.Root, s.Entry, true); err != nil {
		return "", err
	}
	err = s.hash()
	return s.Hash, err
}

// An Unknown is a file or a folder that has nothing to do with bots, as far as anybody can see.
type Unknown struct{ Text string }

func (u *Unknown) Error() string { return u.Text }

func stem(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// plain makes a sentence of an error of the file system.
func plain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("there is no such file or folder")
	}
	return err
}
