package backup

import (
	"archive/tar"
	"bytes"
	"context"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"agon/contest/store/sqlite"
	"agon/site/database"
)

// site makes the folder of a site with a contest that has a ledger.
func site(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"contests/cup/contest.toml":             "kind = \"tron\"\n[[bots]]\nfolder = \"entries\"\n",
		"contests/cup/entries/Ann/bot.py":       "ann",
		"contests/cup/entries/.version-Ann":     "PLACE",
		"contests/cup/entries/.new-X/bot.py":    "half",
		"contests/cup/contest/replays/index":    "index",
		"contests/cup/contest/report/a.part":    "half",
		"contests/cup/contest/logs/ann/log.txt": "log",
		"submitted/PLACE/bot.py":                "ann",
		"matches/1/game.agon":                   "replay",
		"private.txt":                           "not of the site",
	})
	db, err := database.Open(t.Context(), filepath.Join(dir, databaseName))
	if err == nil {
		err = db.Write(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`INSERT INTO audit (at, who, what) VALUES (1, 'Olga', 'x')`)
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() }) // open while it is backed up
	l, err := sqlite.Open(t.Context(), filepath.Join(dir, "contests/cup/contest", sqlite.Name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return dir
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// backedUp returns the file of a backup.
func backedUp(t *testing.T, dir string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.tar.zst")
	if _, err := Write(t.Context(), file, dir, nil); err != nil {
		t.Fatal(err)
	}
	return file
}

// restored returns the files of a folder, slashed, with their contents; databases without.
func restored(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := filepath.WalkDir(dir, func(at string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, at)
		text, err := os.ReadFile(at)
		if strings.HasSuffix(name, ".db") {
			text = nil
			info, err := d.Info()
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("others may read %s: %v", name, info.Mode())
			}
		}
		files[filepath.ToSlash(name)] = string(text)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

func TestARestoredSiteHasWhatWasBackedUp(t *testing.T) {
	file := backedUp(t, site(t))
	dir := filepath.Join(t.TempDir(), "below", "again")
	if n, err := Restore(t.Context(), file, dir); err != nil || n != 1 {
		t.Fatal(n, err)
	}
	want := map[string]string{
		"site.db": "", "contests/cup/contest.toml": "kind = \"tron\"\n[[bots]]\nfolder = \"entries\"\n",
		"contests/cup/entries/Ann/bot.py": "ann", "contests/cup/entries/.version-Ann": "restored\n",
		"contests/cup/contest/ledger.db": "", "contests/cup/contest/replays/index": "index", "contests/cup/contest/logs/ann/log.txt": "log",
		"matches/1/game.agon": "replay", "submitted/PLACE/bot.py": "ann",
	}
	got := restored(t, dir)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s is %q", name, got[name])
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok && !strings.HasSuffix(name, "-wal") && !strings.HasSuffix(name, "-shm") {
			t.Errorf("%s is there", name)
		}
	}
	db, err := database.Open(t.Context(), filepath.Join(dir, databaseName))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var who string
	if err := db.Row(t.Context(), `SELECT who FROM audit`).Scan(&who); err != nil || who != "Olga" {
		t.Error(who, err)
	}
}

// What could not be restored is refused when it is backed up, and nothing is left behind.
func TestWhatIsNotBackedUp(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(dir string) error
		why    string
	}{
		"a ledger in PostgreSQL": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "contests/cup/contest/ledger.url"),
				[]byte("postgres://ann:hunter2@db.example/agon?contest=a\n"), 0o644)
		}, "pg_dump"},
		"a link that leads out": {func(dir string) error { return os.Symlink("/etc", filepath.Join(dir, "contests/away")) },
			"not clearly in the site's folder"},
		"names that differ in case": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "contests/CUP"), nil, 0o644)
		}, "rename one"},
		"a folder that is no site": {func(dir string) error { return os.Remove(filepath.Join(dir, databaseName)) }, "it is no site"},
		"a database that is none": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "contests/cup/contest", sqlite.Name), []byte(strings.Repeat("no database\n", 99)), 0o644)
		}, "not a database"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, to := site(t), t.TempDir()
			if err := tt.change(dir); err != nil {
				t.Fatal(err)
			}
			_, err := Write(t.Context(), filepath.Join(to, "a"), dir, nil)
			if err == nil || !strings.Contains(err.Error(), tt.why) || strings.Contains(err.Error(), "hunter2") {
				t.Error(err)
			}
			if left, _ := os.ReadDir(to); len(left) > 0 {
				t.Errorf("%v is left behind", left)
			}
		})
	}
	dir, stopped := site(t), t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	if _, err := Write(ctx, filepath.Join(stopped, "a"), dir, func(int64, int64) { stop() }); err == nil {
		t.Error("a stopped backup is complete")
	}
	if left, _ := os.ReadDir(stopped); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
	file := backedUp(t, dir)
	if _, err := Write(t.Context(), file, dir, nil); err == nil || !strings.Contains(err.Error(), "it exists") {
		t.Error("a backup replaces a file:", err)
	}
}

// packed returns an archive of a backup's form.
func packed(t *testing.T, entries ...tar.Header) []byte {
	t.Helper()
	var out bytes.Buffer
	z, err := zstd.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	for _, h := range append([]tar.Header{{Name: headName, Typeflag: tar.TypeReg, Size: int64(len(head))}}, entries...) {
		content := strings.Repeat("x", int(h.Size))
		if h.Name == headName {
			content = head
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, content); err != nil {
			t.Fatal(err)
		}
	}
	w.Close()
	z.Close()
	return out.Bytes()
}

// An archive that is hostile, damaged or cut leaves nothing, and touches nothing outside of its folder.
func TestHostileBackups(t *testing.T) {
	whole, err := os.ReadFile(backedUp(t, site(t)))
	if err != nil {
		t.Fatal(err)
	}
	spoilt := bytes.Clone(whole)
	spoilt[len(spoilt)/2] ^= 1
	file := func(name string, size int64) tar.Header {
		return tar.Header{Name: name, Typeflag: tar.TypeReg, Size: size, Mode: 0o644}
	}
	for name, tt := range map[string]struct {
		archive []byte
		why     string
	}{
		"it is empty":        {nil, "it is empty"},
		"it is text":         {[]byte(strings.Repeat("text\n", 999)), "damaged"},
		"it is cut":          {whole[:len(whole)/2], ""},
		"its end is missing": {whole[:len(whole)-5], ""},
		"a bit is wrong":     {spoilt, ""},
		"a name leads out":   {packed(t, file("../x", 1)), "leads out"},
		"an absolute name":   {packed(t, file("/tmp/x", 1)), "absolute"},
		"a link leads out":   {packed(t, tar.Header{Name: "contests", Typeflag: tar.TypeSymlink, Linkname: "/etc"}), "is a link"},
		"a file below a link": {packed(t, tar.Header{Name: "a", Typeflag: tar.TypeSymlink, Linkname: "b"}, file("a/x", 1)),
			"as a file or a link too"},
		"a device":               {packed(t, tar.Header{Name: "d", Typeflag: tar.TypeChar}), "device"},
		"two of a name":          {packed(t, file("x", 1), file("x", 1)), "twice"},
		"it has no database":     {packed(t, file("contests/x", 1)), "no site.db"},
		"its database is none":   {packed(t, file(databaseName, 5000)), "not a database"},
		"its database is a pipe": {packed(t, tar.Header{Name: databaseName, Typeflag: tar.TypeFifo}), "pipe"},
		"its database is a link": {packed(t, file("y", 3), tar.Header{Name: databaseName, Typeflag: tar.TypeSymlink, Linkname: "y"}),
			"no site.db"},
		"it grows more than 1000": {packed(t, file("zeros", 64<<20)), "times its size"},
	} {
		t.Run(name, func(t *testing.T) {
			around := t.TempDir()
			at := filepath.Join(t.TempDir(), "archive")
			if err := os.WriteFile(at, tt.archive, 0o644); err != nil {
				t.Fatal(err)
			}
			_, err := Restore(t.Context(), at, filepath.Join(around, "site"))
			if err == nil || !strings.Contains(err.Error(), tt.why) {
				t.Error(err)
			}
			if left, _ := os.ReadDir(around); len(left) > 0 {
				t.Errorf("%v is left behind", left)
			}
		})
	}
}

func TestOnlyEmptyFoldersAreFilled(t *testing.T) {
	file := backedUp(t, site(t))
	dir := t.TempDir()
	if _, err := Restore(t.Context(), file, dir); err != nil {
		t.Errorf("into an empty folder: %v", err)
	}
	if _, err := Restore(t.Context(), file, dir); err == nil || !strings.Contains(err.Error(), "it is not empty") {
		t.Errorf("into the restored site: %v", err)
	}
	if _, err := Restore(t.Context(), file, file); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Errorf("into a file: %v", err)
	}
}

// FuzzRestore restores damaged archives: none hangs, and none leaves anything outside of its folder.
func FuzzRestore(f *testing.F) {
	f.Add([]byte("text"))
	f.Fuzz(func(t *testing.T, archive []byte) {
		around := t.TempDir()
		at := filepath.Join(t.TempDir(), "archive")
		if err := os.WriteFile(at, archive, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Restore(t.Context(), at, filepath.Join(around, "site")); err == nil {
			return
		}
		if left, _ := os.ReadDir(around); len(left) > 0 {
			t.Errorf("%v is left behind", left)
		}
	})
}
