package pyfork

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"agon/bot"
	"agon/internal/regular"
)

// Plans is the Python source of what carries out plans: it defines serve and Begin.
//
//go:embed plans.py
var Plans string

//go:embed hook.py
var hook string

// CodePath is where a template finds its code: descriptor 4.
const CodePath = "/proc/self/fd/4"

// Program returns the template of a Python program, and the text that its file must begin with for a copy to go on as the program. The
// error says why the program must be executed.
func Program(c bot.Command) (t *bot.Template, note string, err error) {
	if runtime.GOOS != "linux" {
		return nil, "", errors.New("this system has no templates")
	}
	if c.Root != "" {
		return nil, "", errors.New("it runs in an image")
	}
	at := slices.IndexFunc(c.Args, func(a string) bool { return strings.HasSuffix(a, ".py") })
	if at < 0 || slices.ContainsFunc(c.Args[:at], func(a string) bool { return a != "-u" }) {
		return nil, "", errors.New("its command line is not that of an interpreter and a file")
	}
	if err := usualEnvironment(c.Env); err != nil {
		return nil, "", err
	}
	script := c.Args[at]
	if filepath.IsAbs(script) {
		return nil, "", errors.New("its file is named by an absolute path")
	}
	script = filepath.Join(c.Dir, script)
	if err := look(filepath.Dir(script)); err != nil {
		return nil, "", err
	}
	if dir := filepath.Clean(c.Dir); c.Dir != "" && dir != filepath.Dir(script) {
		if err := look(dir); err != nil {
			return nil, "", err
		}
	}
	source, err := regular.ReadSmall(script, mostBytes)
	if err != nil {
		return nil, "", err
	}
	imports, length := Leading(source)
	return &bot.Template{
		Path: c.Path, Args: append(slices.Clone(c.Args[:at+1]), imports...), Env: append(slices.Clone(c.Env), "PYTHONPATH="+CodePath), Code: code(), Homed: true,
	}, string(source[:length]), nil
}

// usualEnvironment returns an error for an environment in which copies of an interpreter would not be like interpreters of their own.
func usualEnvironment(env []string) error {
	seeded := false
	for _, e := range env {
		switch name, value, _ := strings.Cut(e, "="); name {
		case "PYTHONHASHSEED":
			seeded = value != "random"
		case "PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE", "PYTHONNOUSERSITE", "PYTHONIOENCODING", "PYTHONFAULTHANDLER":
		default:
			if strings.HasPrefix(name, "PYTHON") || strings.HasPrefix(name, "LD_") {
				return fmt.Errorf("its environment has %s", name)
			}
		}
	}
	if !seeded {
		return errors.New("its hashes differ from start to start")
	}
	return nil
}

// Bounds of a look at a bot's files.
const (
	mostFiles = 4096
	mostBytes = 16 << 20
)

// revealing matches the names by which a program could find out that it is a copy and not an executed interpreter.
var revealing = regexp.MustCompile(`/proc\b|\bctypes\b|\bcffi\b|\bgc\b|__subclasses__|\btracemalloc\b|getallocatedblocks|getobjects|zipimport|sitecustomize|\bsyscall\b`)

// look returns an error if a file below a folder could tell a copy from an executed interpreter.
func look(folder string) error {
	files, size := 0, int64(0)
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		if files++; files > mostFiles {
			return fmt.Errorf("it has more than %d files", mostFiles)
		}
		switch filepath.Ext(path) {
		case ".so", ".pyd", ".pyc", ".pth", ".egg":
			return fmt.Errorf("%s is not Python source", name)
		case ".py":
		default:
			return nil
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%s is not a regular file", name)
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if size += info.Size(); size > mostBytes {
			return fmt.Errorf("its sources have more than %d MiB", mostBytes>>20)
		}
		text, err := regular.ReadSmall(path, mostBytes)
		if err != nil {
			return err
		}
		if word := revealing.Find(text); word != nil {
			return fmt.Errorf("%s mentions %s", name, word)
		}
		return nil
	})
}

// code returns an archive with the module sitecustomize.
var code = sync.OnceValue(func() string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "sitecustomize.py", Method: zip.Store})
	if err == nil {
		_, err = fmt.Fprintf(w, "import sys\n\nbefore, paths = set(sys.modules), set(sys.path_importer_cache)\n%s\n\n%s", Plans, hook)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		panic(err) // memory takes everything
	}
	return b.String()
})
