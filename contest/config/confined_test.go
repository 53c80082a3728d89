package config

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// A file from a browser names nothing of the machine outside its folder, and is refused with the line before anything is looked for.
func TestConfined(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "cup", "contest.toml")
	if err := os.MkdirAll(filepath.Join(dir, "cup", "bots", "ann"), 0o755); err != nil {
		t.Fatal(err)
	}
	const kind, bots = "kind = \"tron\"\n", "[[bots]]\nfolder = \"entries\"\n"
	const remote = "[[agents.agent]]\nname = \"ann\"\nremote = true\n"
	const agents = "[agents]\n[[agents.agent]]\nname = \"ann\"\nrun = \"./x\"\n"
	for text, want := range map[string]string{
		kind + bots: "",
		kind + "[[bots]]\nref = \"builtin:random\"\n[[bots]]\nref = \"Ann=builtin:random?x=1\"\n": "",
		kind + "[[bots]]\nref = \"bots/*\"\n":                                                     "",
		kind + "[[bots]]\nref = \"../ladder/contest.toml#1-8\"\n":                                 "",
		"kind = \"./game\"\n" + bots:                                                              "",
		"kind = \"../other/game\"\n" + bots:                                                       ":1:",
		"kind = \"/srv/game\"\n" + bots:                                                           ":1:",
		"kind = \".\"\n" + bots:                                                                   ":1:",
		"kind = \"..\"\n" + bots:                                                                  ":1:",
		"kind = \"game/../../x\"\n" + bots:                                                        ":1:",
		kind + "[[bots]]\nref = \"/etc/passwd\"\n":                                                ":3:",
		kind + "[[bots]]\nref = \"x=/etc/passwd\"\n":                                              ":3:",
		kind + "[[bots]]\nref = \"../../*\"\n":                                                    ":3:",
		kind + "[[bots]]\nref = \"bots/*/../../../x\"\n":                                          ":3:",
		kind + "[[bots]]\nref = \"../../x/contest.toml\"\n":                                       ":3:",
		kind + "[[bots]]\nref = \"../x/../../y/contest.toml#1\"\n":                                ":3:",
		kind + "[[bots]]\nref = \"../.hidden/contest.toml#1\"\n":                                  ":3:",
		kind + "[[bots]]\nref = \"script:/etc/passwd\"\n":                                         ":3:",
		kind + "[[bots]]\nref = \"http://127.0.0.1:8000/\"\n":                                     ":3:",
		kind + "[[bots]]\nref = \"git+file:///srv\"\n":                                            ":3:",
		kind + "[[bots]]\nref = \"docker-daemon:x\"\n":                                            ":3:",
		kind + "[[bots]]\nref = \"image:../x.tar\"\n":                                             ":3:",
		kind + "[[bots]]\nref = \"human\"\n":                                                      ":3:",
		kind + "[[bots]]\nref = \"site:Alice\"\n":                                                 ":3:",
		kind + "[[bots]]\nfolder = \"/srv\"\n":                                                    ":3:",
		kind + "[[bots]]\nfolder = \"..\"\n":                                                      ":3:",
		kind + bots + "[packages]\nfolder = \"/srv\"\n":                                           ":5:",
		kind + bots + "[runtimes]\npython = \"/bin/sh\"\n":                                        "runtimes",
		kind + bots + agents:                                                                      `:5:10: agent "ann" would run`,
		kind + "[agents]\n" + remote:                                                              "",
		kind + "[agents]\nstart = \"starter:rust\"\n" + remote:                                    "",
		kind + "[agents]\nstart = \"cup\"\n" + remote:                                             ":3:1: start must be",
		kind + "[agents]\nnetwork = [\"a.org:443\"]\n" + remote:                                   ":3:1: network is",
		kind + "[agents]\n" + remote + "reads = [\"/etc\"]\n":                                     `:5:1: agent "ann" is remote`,
		kind + "store = \"postgres://10.0.0.1/x\"\n" + bots:                                       ":2:",
	} {
		_, err := Confined(path, []byte(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %q", text, err, want)
		}
	}
}

// Every key of [limits] is described, and reads back as it was set.
func TestLimitKeys(t *testing.T) {
	var described []string
	for _, l := range LimitKeys {
		described = append(described, l.Key)
	}
	typ := reflect.TypeFor[limits]()
	for i := range typ.NumField() {
		if key := typ.Field(i).Tag.Get("toml"); !strings.Contains(" "+strings.Join(described, " ")+" ", " "+key+" ") {
			t.Errorf("limits.%s is not described", key)
		}
	}
	for key, value := range map[string]string{"guard": "10s", "clock": "cpu", "average": "20ms", "enforce": "true", "cpu": "5m0s",
		"memory": "512MiB", "tasks": "64", "disk": "1000", "output": "64KiB", "packages": "numpy, scipy"} {
		var l Limits
		if err := l.Set(key, value); err != nil {
			t.Errorf("%s = %s: %v", key, value, err)
		}
		if got := l.Texts(); len(got) != 1 || got[key] != value {
			t.Errorf("%s = %s reads as %v", key, value, got)
		}
	}
	for _, hostile := range []string{"1\nenforce = true", "\"\nx = \"", "true\n[x]"} {
		for _, l := range LimitKeys {
			if l.Key != "packages" && new(Limits).Set(l.Key, hostile) == nil {
				t.Errorf("%s takes %q", l.Key, hostile)
			}
		}
	}
}
