package entries

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// A match and a check, or two matches, may want the files of one version at the same moment.
func TestManyUnpackOneVersion(t *testing.T) {
	for _, file := range []string{"bot.py", "bot.zip"} {
		t.Run(file, func(t *testing.T) {
			dir := t.TempDir()
			e := &Entries{dir: dir}
			for range 20 {
				place, err := os.MkdirTemp(dir, "v")
				if err != nil {
					t.Fatal(err)
				}
				writeUpload(t, filepath.Join(place, file))
				v := &Version{place: filepath.Base(place), File: file}
				var all sync.WaitGroup
				for range 8 {
					all.Go(func() {
						folder, err := e.folderOf(t.Context(), v)
						if err != nil {
							t.Error(err)
							return
						}
						if got, err := os.ReadFile(filepath.Join(folder, "bot.py")); err != nil || string(got) != "print(1)\n" {
							t.Errorf("%q %v", got, err)
						}
					})
				}
				all.Wait()
				if left, _ := os.ReadDir(place); len(left) != 2 {
					t.Errorf("%d entries stay in the place of the upload, not 2: %v", len(left), left)
				}
			}
		})
	}
}

// writeUpload writes a bot, as a file or as an archive that holds it.
func writeUpload(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if filepath.Ext(path) != ".zip" {
		_, err = f.WriteString("print(1)\n")
	} else {
		w := zip.NewWriter(f)
		var in io.Writer
		if in, err = w.Create("bot.py"); err == nil {
			_, err = in.Write([]byte("print(1)\n"))
		}
		if err == nil {
			err = w.Close()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
