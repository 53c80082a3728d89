package main

import (
	"io"
	"log"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/rogpeppe/go-internal/testscript"

	"agon/bot/image/imagetest"
)

// scripted is a testing.TB for making test images in a script.
type scripted struct {
	testing.TB
	script *testscript.TestScript
}

func (s scripted) Helper()           {}
func (s scripted) Fatal(args ...any) { s.script.Fatalf("%v", args) }
func (s scripted) Skipf(format string, args ...any) {
	s.script.Fatalf(format, args...)
}

// imageKinds are the images that scripts can make.
var imageKinds = map[string]func(t testing.TB) v1.Image{
	// a static program that plays the hand which beats its opponent's last one
	"sound": imagetest.Static,
	// the same program in a different image
	"later": func(t testing.TB) v1.Image {
		return imagetest.Again(t, imagetest.Static(t), v1.Config{Entrypoint: []string{"/bot"}, Labels: map[string]string{"version": "2"}})
	},
	"no-entrypoint": func(t testing.TB) v1.Image {
		return imagetest.Image(t, v1.Config{Cmd: []string{"/bot"}}, imagetest.Layer(t, imagetest.File{Name: "bot"}))
	},
	"device": func(t testing.TB) v1.Image {
		return imagetest.Image(t, v1.Config{Entrypoint: []string{"/bot"}}, imagetest.Layer(t, imagetest.File{Name: "dev/sda", Kind: '4'}))
	},
	"zeros": func(t testing.TB) v1.Image {
		return imagetest.Image(t, v1.Config{Entrypoint: []string{"/bot"}},
			imagetest.Layer(t, imagetest.File{Name: "zeros", Size: 10 << 30}))
	},
}

func madeImage(ts *testscript.TestScript, args []string) (v1.Image, testing.TB) {
	if len(args) != 2 || imageKinds[args[1]] == nil {
		ts.Fatalf("usage: image FILE KIND, push NAME KIND")
	}
	t := scripted{script: ts}
	return imageKinds[args[1]](t), t
}

func makeImage(ts *testscript.TestScript, _ bool, args []string) {
	img, t := madeImage(ts, args)
	imagetest.Archive(t, ts.MkAbs(args[0]), img, "team/bot:1")
}

func pushImage(ts *testscript.TestScript, _ bool, args []string) {
	img, _ := madeImage(ts, args)
	if ts.Getenv("REGISTRY") == "" {
		server := httptest.NewServer(registry.New(registry.Logger(log.New(io.Discard, "", 0))))
		ts.Defer(server.Close)
		ts.Setenv("REGISTRY", strings.TrimPrefix(server.URL, "http://"))
	}
	ref, err := name.ParseReference(ts.Getenv("REGISTRY") + "/" + args[0])
	ts.Check(err)
	ts.Check(remote.Write(ref, img))
}
