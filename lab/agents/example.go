package agents

import (
	"embed"
	"io/fs"
)

//go:embed example
var example embed.FS

// Example returns the files of a small contest of two scripted agents, by their paths.
func Example() (map[string]string, error) {
	files := map[string]string{}
	root, err := fs.Sub(example, "example")
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, path)
		files[path] = string(text)
		return err
	})
	return files, err
}
