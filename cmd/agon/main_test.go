package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"agon/bot/image/engine"
	"agon/bot/sandbox"
	"agon/internal/chromium"
	"agon/internal/natscluster"
	"agon/internal/tier"
)

// TestMain runs this test binary as agon: for the scripts, and for the processes that agon starts inside the sandbox to build a bot and to
// run rules.
func TestMain(m *testing.M) {
	natscluster.Node()
	if len(os.Args) > 1 && slices.Contains([]string{"build-inside", "rules", "seat"}, os.Args[1]) {
		main()
	}
	testscript.Main(chromium.Shared{Tests: m}, map[string]func(){"agon": main})
}

// TestScripts runs command lines. In addition to testscript's own commands there are
//
//	exits CODE agon ARG...   the command must end with this exit code
//	field PATH VALUE         the last output is one JSON object, in which the field at a.b.0.c prints as VALUE
//	spoil FILE AT            changes the byte at an offset; a negative offset counts from the end
//	size FILE LEAST MOST     the file has LEAST to MOST bytes
//	await FILE               waits until the file exists
//	image FILE KIND          writes a container image as docker save does; imageKinds has the kinds
//	[sandbox]  [docker]  [podman]   conditions: a sandbox above level none works; this engine can start bots here
//	[networks]                      the same: a sandbox works that gives bots networks of their own
//	push NAME KIND           pushes such an image to a registry, and sets $REGISTRY to its address
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"image": makeImage, "push": pushImage, "exits": exits, "field": field, "spoil": spoil, "size": size, "await": await,
		},
		Condition: condition,
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("NO_COLOR", "")
			scripts, err := filepath.Abs("../../dev/scripts")
			if err != nil {
				return err
			}
			e.Setenv("SCRIPTS", scripts)
			if home, err := os.UserHomeDir(); err == nil && os.Getenv("RUSTUP_HOME") == "" {
				e.Setenv("RUSTUP_HOME", filepath.Join(home, ".rustup")) // its compilers are in the home, which is hidden here
			}
			// addresses of engines
			for _, name := range []string{"RUSTUP_HOME", "DOCKER_HOST", "CONTAINERS_CONF", "CONTAINERS_STORAGE_CONF"} {
				if value, ok := os.LookupEnv(name); ok {
					e.Setenv(name, value)
				}
			}
			return nil
		},
	})
}

// condition evaluates a condition about the run of the tests, sandboxes and engines.
func condition(name string) (bool, error) {
	switch name {
	case "long":
		return tier.IsLong(), nil
	case "sandbox":
		level, err := sandbox.Best()
		return level > sandbox.None, err
	case "networks":
		level, err := sandbox.Best()
		return level >= sandbox.Namespaces, err
	case "docker", "podman":
		box, err := engine.OpenBox(context.Background(), name)
		if err != nil {
			return false, nil
		}
		return true, box.Close()
	}
	return false, fmt.Errorf("there is no condition %q", name)
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG...")
	}
	code := 0
	err := ts.Exec(args[1], args[2:]...)
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		code = failed.ExitCode()
	}
	if fmt.Sprint(code) != args[0] {
		ts.Fatalf("it exits with %d, not %s: %v", code, args[0], err)
	}
}

func field(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: field PATH VALUE")
	}
	var at any
	read := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	ts.Check(read.Decode(&at))
	if read.More() {
		ts.Fatalf("there is more than one JSON object on standard output")
	}
	for _, part := range strings.Split(args[0], ".") {
		switch tree := at.(type) {
		case map[string]any:
			value, ok := tree[part]
			if !ok && args[1] != "<nil>" {
				ts.Fatalf("there is no %s of %s", part, args[0])
			}
			at = value
		case []any:
			if part == "len" {
				at = len(tree)
				continue
			}
			i, err := strconv.Atoi(part)
			if err != nil || i >= len(tree) {
				ts.Fatalf("there is no %s of %s", part, args[0])
			}
			at = tree[i]
		default:
			ts.Fatalf("there is no %s of %s", part, args[0])
		}
	}
	if (fmt.Sprint(at) == args[1]) == neg {
		ts.Fatalf("%s is %v, not %s", args[0], at, args[1])
	}
}

func spoil(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: spoil FILE AT")
	}
	name := ts.MkAbs(args[0])
	text, err := os.ReadFile(name)
	ts.Check(err)
	at, err := strconv.Atoi(args[1])
	ts.Check(err)
	if at < 0 {
		at += len(text)
	}
	text[at] ^= 0x20
	ts.Check(os.WriteFile(name, text, 0o600))
}

func size(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: size FILE LEAST MOST")
	}
	info, err := os.Stat(ts.MkAbs(args[0]))
	ts.Check(err)
	least, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	most, err := strconv.ParseInt(args[2], 10, 64)
	ts.Check(err)
	if info.Size() < least || info.Size() > most {
		ts.Fatalf("%s has %d bytes", args[0], info.Size())
	}
}

func await(ts *testscript.TestScript, _ bool, args []string) {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
	}
	ts.Fatalf("there is no %s", args[0])
}
