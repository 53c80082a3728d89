package image_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	"github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"

	"agon/bot"
	"agon/bot/image"
	"agon/bot/image/imagetest"
)

// other returns a processor other than this machine's.
func other() string {
	if runtime.GOARCH == "arm64" {
		return "amd64"
	}
	return "arm64"
}

// become changes the configuration of an image.
func become(t *testing.T, img v1.Image, change func(*v1.ConfigFile)) v1.Image {
	t.Helper()
	c, err := img.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	c = c.DeepCopy()
	change(c)
	img, err = mutate.ConfigFile(img, c)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestRefusedImages: invalid images are refused in one sentence before anything is started.
func TestRefusedImages(t *testing.T) {
	script := imagetest.File{Name: "bot", Text: "#!/bin/sh\n", Mode: 0o755}
	shell := imagetest.File{Name: "bin/sh", Text: "#!/bot\n", Mode: 0o755}
	bot := func(c v1.Config, files ...imagetest.File) v1.Image {
		return imagetest.Image(t, c, imagetest.Layer(t, files...))
	}
	entry := v1.Config{Entrypoint: []string{"/bot"}}
	for _, tt := range []struct {
		name string
		img  v1.Image
		want string
	}{
		{"no ENTRYPOINT", bot(v1.Config{}, script), "neither ENTRYPOINT nor CMD"},
		{"a CMD alone", bot(v1.Config{Cmd: []string{"/bot"}}, script), "make that its ENTRYPOINT"},
		{"an empty ENTRYPOINT", bot(v1.Config{Entrypoint: []string{""}}, script), "neither ENTRYPOINT nor CMD"},
		{"an ENTRYPOINT that is not there", bot(v1.Config{Entrypoint: []string{"/nobot"}}, script, shell), `"/nobot" is not in the image`},
		{"one that no folder of its PATH has", bot(v1.Config{Entrypoint: []string{"bot"}, Env: []string{"PATH=/bin"}}, script, shell),
			`"bot" is not in the image`},
		{"one that is a folder", bot(v1.Config{Entrypoint: []string{"/bin"}}, shell), "is not in the image"},
		{"one that may not be executed", bot(entry, imagetest.File{Name: "bot", Text: "#!/bin/sh\n"}, shell), "may not be executed"},
		{"one that is neither program nor script", bot(entry, imagetest.File{Name: "bot", Text: "hello", Mode: 0o755}),
			"neither a Linux program nor a script"},
		{"a script whose interpreter is not there", bot(entry, script), "needs /bin/sh, which is not in the image"},
		{"a damaged program", bot(entry, imagetest.File{Name: "bot", Text: "\x7fELFxxxxxxxxxx", Mode: 0o755}), "damaged program"},
		{"one that leads to the host by a link", bot(entry, imagetest.File{Name: "bot", Kind: '2', Link: "/etc/../../usr/bin/env"}),
			"is not in the image"},
		{"links in a circle", bot(entry, imagetest.File{Name: "bot", Kind: '2', Link: "bot"}), "is not in the image"},
		{"for another processor", become(t, bot(entry, script, shell), func(c *v1.ConfigFile) { c.Architecture = other() }),
			"it is for linux/" + other()},
		{"for another system", become(t, bot(entry, script, shell), func(c *v1.ConfigFile) { c.OS = "windows" }), "it is for windows/"},
		{"no layers", imagetest.Image(t, entry), "has no files"},
		{"a USER that nobody knows", bot(v1.Config{Entrypoint: []string{"/bot"}, User: "nobody"}, script, shell),
			`"nobody" is not in its /etc/passwd`},
		{"a group that nobody knows", bot(v1.Config{Entrypoint: []string{"/bot"}, User: "7:staff"}, script, shell),
			`"staff" is not in its /etc/group`},
		{"a USER above the range", bot(v1.Config{Entrypoint: []string{"/bot"}, User: "4294967295"}, script, shell),
			"is not a valid user ID"},
		{"a device", bot(entry, script, shell, imagetest.File{Name: "dev/sda", Kind: '4'}), "device node"},
		{"a set-uid program", bot(entry, imagetest.File{Name: "bot", Mode: 0o4755}), "set-uid"},
		{"a link out", bot(entry, script, shell, imagetest.File{Name: "l", Kind: '2', Link: "../../etc/passwd"}), "leads out"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for form, write := range map[string]func() string{
				"docker-archive:": func() string {
					file := filepath.Join(t.TempDir(), "bot.tar")
					imagetest.Archive(t, file, tt.img, "bot:1")
					return file
				},
				"oci:": func() string {
					dir := filepath.Join(t.TempDir(), "layout")
					imagetest.Layout(t, dir, tt.img)
					return dir
				},
			} {
				refused(t, form+write(), tt.want)
			}
		})
	}
}

// refused checks that an image is refused with the given words, in one line, and leaves nothing in the cache.
func refused(t *testing.T, ref, want string) {
	t.Helper()
	s := store(t)
	r, _ := image.Parse(ref)
	m, root, err := s.Get(context.Background(), r, nil)
	if err == nil {
		_, err = m.Program(root, true, bot.Limits{})
	}
	var why *image.Refused
	if !errors.As(err, &why) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: got %v, want a refusal with %q", ref, err, want)
	}
	if kept, _ := filepath.Glob(s.Cache.Dir("images", "*/root/dev/*")); len(kept) > 0 {
		t.Errorf("it left %v", kept)
	}
}

// TestSpoiltParts changes or removes parts of valid images.
func TestSpoiltParts(t *testing.T) {
	img := imagetest.Image(t, v1.Config{Entrypoint: []string{"/bot"}},
		imagetest.Layer(t, imagetest.File{Name: "bot", Text: "#!/bot\n", Mode: 0o755}))
	manifest, err := img.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	digest, _ := img.Digest()
	layer, config := manifest.Layers[0].Digest, manifest.Config.Digest
	for _, tt := range []struct {
		name  string
		spoil func(dir string) error
		want  string
	}{
		{"a layer is missing", func(dir string) error { return os.Remove(imagetest.Blob(dir, layer)) }, "layer 1 of 1 (sha256:"},
		{"the configuration is missing", func(dir string) error { return os.Remove(imagetest.Blob(dir, config)) },
			"its configuration (sha256:"},
		{"the manifest is missing", func(dir string) error { return os.Remove(imagetest.Blob(dir, digest)) }, "its manifest (sha256:"},
		{"the index is missing", func(dir string) error { return os.Remove(filepath.Join(dir, "index.json")) }, "not an OCI layout"},
		{"the index is not JSON", func(dir string) error { return os.WriteFile(filepath.Join(dir, "index.json"), []byte("{"), 0o644) },
			"invalid index.json"},
		{"the index is empty", func(dir string) error { return os.WriteFile(filepath.Join(dir, "index.json"), []byte("{}"), 0o644) },
			"holds no image"},
		{"a layer has other content", func(dir string) error {
			return os.WriteFile(imagetest.Blob(dir, layer),
				imagetest.Layer(t, imagetest.File{Name: "bot", Text: "#!/bot\n#evil", Mode: 0o755}), 0o644)
		}, "has the digest sha256:"},
		{"a layer is truncated", func(dir string) error { return os.Truncate(imagetest.Blob(dir, layer), 60) }, "damaged"},
		{"a layer is not an archive", func(dir string) error { return os.WriteFile(imagetest.Blob(dir, layer), []byte("hello"), 0o644) },
			"damaged"},
		{"the configuration has other content", func(dir string) error { return lengthened(imagetest.Blob(dir, config)) },
			"its configuration has the digest"},
		{"the manifest has other content", func(dir string) error { return lengthened(imagetest.Blob(dir, digest)) },
			"its manifest has the digest"},
		{"a configuration of 5 MiB", func(dir string) error { return os.Truncate(imagetest.Blob(dir, config), 5<<20) },
			"not a file of at most 4 MiB"},
		{"a digest that is a path", func(dir string) error {
			return replaced(imagetest.Blob(dir, digest), layer.String(),
				"sha256:../../../../../../../../../../../../../../../../../etc/passwd0000")
		}, "its manifest"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "layout")
			imagetest.Layout(t, dir, img)
			if err := tt.spoil(dir); err != nil {
				t.Fatal(err)
			}
			refused(t, "oci:"+dir, tt.want)
		})
	}
}

// lengthened appends a byte to a file.
func lengthened(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, ' '), 0o644)
}

// replaced changes words of a file.
func replaced(file, old, with string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(strings.ReplaceAll(string(text), old, with)), 0o644)
}

// TestSpoiltArchives does the same to the output of docker save.
func TestSpoiltArchives(t *testing.T) {
	layer := imagetest.Layer(t, imagetest.File{Name: "bot", Text: "#!/bot\n", Mode: 0o755})
	good := imagetest.Image(t, v1.Config{Entrypoint: []string{"/bot"}}, layer)
	config, _ := good.RawConfigFile()
	sum, _ := good.ConfigName()
	manifest := func(config, layer string) string {
		text, _ := json.Marshal([]map[string]any{{"Config": config, "Layers": []string{layer}}})
		return string(text)
	}
	named := sum.Hex + ".json"
	type file = imagetest.File
	for _, tt := range []struct {
		name  string
		files []file
		want  string
	}{
		{"no manifest", []file{{Name: "x"}}, "no manifest.json"},
		{"an empty archive", nil, "no manifest.json"},
		{"a manifest that is no JSON", []file{{Name: "manifest.json", Text: "["}}, "invalid manifest.json"},
		{"no image in it", []file{{Name: "manifest.json", Text: "[]"}}, "holds no image"},
		{"no configuration", []file{{Name: "manifest.json", Text: manifest("c.json", "l.tar")}, {Name: "l.tar", Text: string(layer)}},
			"its configuration (c.json) is missing"},
		{"a configuration that is no JSON",
			[]file{{Name: "manifest.json", Text: manifest("c.json", "l.tar")}, {Name: "c.json", Text: "x"},
				{Name: "l.tar", Text: string(layer)}}, "invalid configuration"},
		{"a layer is missing", []file{{Name: "manifest.json", Text: manifest(named, "l.tar")}, {Name: named, Text: string(config)}},
			"layer 1 of 1 (l.tar) is missing"},
		{"a layer is another", []file{{Name: "manifest.json", Text: manifest(named, "l.tar")}, {Name: named, Text: string(config)},
			{Name: "l.tar", Text: string(imagetest.Layer(t, file{Name: "x"}))}}, "has the digest"},
		{"a layer leads out of the archive",
			[]file{{Name: "manifest.json", Text: manifest(named, "../../etc/passwd")}, {Name: named, Text: string(config)}},
			"is missing in the archive"},
		{"a layer is a link to the host",
			[]file{{Name: "manifest.json", Text: manifest(named, "l.tar")}, {Name: named, Text: string(config)},
				{Name: "l.tar", Kind: '2', Link: "/etc/passwd"}}, "is missing in the archive"},
		{"the configuration has another digest than its name",
			[]file{{Name: "manifest.json", Text: manifest(strings.Repeat("0", 64)+".json", "l.tar")},
				{Name: strings.Repeat("0", 64) + ".json", Text: string(config)}, {Name: "l.tar", Text: string(layer)}},
			"after a digest that it does not have"},
		{"a configuration of 5 MiB", []file{{Name: "manifest.json", Text: manifest("c.json", "l.tar")},
			{Name: "c.json", Text: strings.Repeat(" ", 5<<20)}}, "has 5 MiB; at most 4 are allowed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bot.tar")
			if err := os.WriteFile(path, imagetest.Layer(t, tt.files...), 0o644); err != nil {
				t.Fatal(err)
			}
			refused(t, "docker-archive:"+path, tt.want)
		})
	}
	path := filepath.Join(t.TempDir(), "bot.tar")
	os.WriteFile(path, []byte(strings.Repeat("hello", 1000)), 0o644)
	refused(t, "docker-archive:"+path, "not a tar archive of docker save")
}

// A test registry serves images by tag and by digest, and missing ones give clear errors.
func TestRegistry(t *testing.T) {
	server := httptest.NewServer(registry.New(registry.Logger(quiet)))
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	img := imagetest.Static(t)
	tag, err := name.NewTag(host + "/team/bot:1")
	if err != nil {
		t.Fatal(err)
	}
	if err := remote.Write(tag, img); err != nil {
		t.Fatal(err)
	}
	digest, _ := img.Digest()
	id, _ := img.ConfigName()
	s := store(t)
	var roots []string
	for _, ref := range []string{host + "/team/bot:1", host + "/team/bot@" + digest.String()} {
		m, root := opened(t, s, "docker://"+ref)
		if m.Digest != digest.String() || m.ID != id.String() {
			t.Errorf("%s is %s and %s, want %s and %s", ref, m.Digest, m.ID, digest, id)
		}
		roots = append(roots, root)
	}
	file := filepath.Join(t.TempDir(), "bot.tar")
	imagetest.Archive(t, file, img, "bot:1")
	_, root := opened(t, s, "docker-archive:"+file)
	if roots = append(roots, root); roots[0] != roots[1] || roots[1] != roots[2] {
		t.Errorf("one image was unpacked more than once: %v", roots)
	}

	r, _ := image.Parse("docker://" + host + "/team/none:1")
	if _, err := (image.Registries{}).Open(context.Background(), r); err == nil ||
		!strings.Contains(err.Error(), "has no image team/none:1") {
		t.Errorf("an image that does not exist: %v", err)
	}
	r, _ = image.Parse("docker://" + host + "/team/bot:1")
	pins := &image.Pins{Images: []image.Pin{{Ref: r.String(), Digest: digest.String(), ID: id.String()}}}
	another := become(t, img, func(c *v1.ConfigFile) { c.Author = "somebody else" })
	if err := remote.Write(tag, another); err != nil {
		t.Fatal(err)
	}
	for name, cache := range map[string]*image.Store{"from the cache": s, "from the registry, by its digest": store(t)} {
		if m, _, err := cache.Get(context.Background(), r, pins); err != nil || m.ID != id.String() {
			t.Errorf("a pinned image whose tag has moved, %s: %v %v", name, m, err)
		}
	}
	server.Close()
	if _, err := (image.Registries{}).Open(context.Background(), r); err == nil || !strings.Contains(err.Error(), "cannot be used") {
		t.Errorf("a registry that is gone: %v", err)
	}
}
