package attack

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"agon/internal/tier"
)

// A robber is a bot whose files lead a package manager to a service of this machine, or to the files of a neighbour. VICTIM stands for the
// service, FOLDER for the folder above the bot and its neighbour.
type robber struct {
	name, needs string
	files       map[string]string
	want        string // the reason why it is refused in a sandbox with networks
}

const robberTOML = "name = \"robber\"\nlanguage = %q\nrun = %q\n[build]\ncommand = \"true\"\nnetwork = true\n"

var robbers = []robber{
	{"a lock file at a service of this machine", "npm", map[string]string{
		"package.json": `{"name":"b","version":"1.0.0","dependencies":{"x":"1.0.0"}}`,
		"package-lock.json": `{"name":"b","version":"1.0.0","lockfileVersion":3,"requires":true,"packages":{` +
			`"":{"name":"b","version":"1.0.0","dependencies":{"x":"1.0.0"}},"node_modules/x":{"version":"1.0.0","resolved":"VICTIM/x.tgz"}}}`,
	}, "is not a registry that agon fetches from"},
	{"dependencies twice, of which one list is hidden by its case", "npm", map[string]string{
		"package.json": `{"name":"b","version":"1.0.0","dependencies":{"x":"VICTIM/x.tgz"},"Dependencies":{"x":"1.0.0"}}`,
	}, "is not a registry that agon fetches from"},
	{"an archive of a neighbour's by its path", "npm", map[string]string{
		"package.json": `{"name":"b","version":"1.0.0","dependencies":{"x":"file:FOLDER/neighbour.tgz"},"Dependencies":{"x":"1.0.0"}}`,
	}, "its dependencies cannot be fetched by npm"},
	{"a module in a neighbour's folder", "go", map[string]string{
		"go.mod":  "module robber\n\ngo 1.20\n\nrequire victim v0.0.0\n\nreplace victim => FOLDER/victim\n",
		"main.go": "package main\n\nimport \"victim/brain\"\n\nfunc main() { println(brain.Weights) }\n",
	}, "its dependencies cannot be fetched by go"},
}

// TestFetchesReachNothingElse checks robbers at every level: none reaches a service of this machine, or has a word of its neighbour's.
func TestFetchesReachNothingElse(t *testing.T) {
	asked := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("a service of this machine was asked for %s", r.URL)
	}))
	t.Cleanup(asked.Close)
	for _, level := range []string{"full", "namespaces", "landlock", "none"} {
		for _, r := range robbers {
			t.Run(level+"/"+r.name, func(t *testing.T) {
				switch {
				case level == "full" || level == "namespaces":
					strongest(t, level)
				case r.needs != "go": // no package manager is started, whichever it is
					tier.Long(t)
				}
				t.Parallel()
				r.rob(t, level, asked.URL)
			})
		}
	}
}

// rob checks the robber at a level, as a site does.
func (r *robber) rob(t *testing.T, level, service string) {
	if _, err := exec.LookPath(r.needs); err != nil {
		t.Skip(err)
	}
	dir := written(t, "-- victim/go.mod --\nmodule victim\n\ngo 1.20\n-- victim/brain/brain.go --\npackage brain\n\nconst Weights = "+
		"\"SECRET\"\n"+
		"-- neighbour.tgz --\nSECRET\n")
	language := map[string]string{"npm": "javascript", "go": "go"}[r.needs]
	files := map[string]string{
		"bot.toml": fmt.Sprintf(robberTOML, language, "sh bot.sh"), "bot.sh": "cat vendor/victim/brain/* node_modules/x/* >&2\n",
		"bot.js": "",
		"here":   dir, // so that no result is taken from the cache
	}
	for name, text := range r.files {
		files[name] = strings.NewReplacer("VICTIM", service, "FOLDER", dir).Replace(text)
	}
	bot := filepath.Join(dir, "robber")
	if err := os.Mkdir(bot, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(bot, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const fault = 3 // the bot fails its check
	o := agon(t, dir, "check", "tron", "robber", "--sandbox", level, "--handed-in")
	output := strings.Join(strings.Fields(o.Out+o.Err), " ")
	if o.Code != fault && strings.Contains(o.Err, "sandbox level "+level) {
		t.Skip(o.Err)
	}
	want := r.want
	switch level {
	case "landlock":
		want = "this machine has level landlock; put the dependencies into the bot's folder"
	case "none":
		want = "agon runs here without a sandbox (level none); put the dependencies into the bot's folder"
	}
	if o.Code != fault || !strings.Contains(output, want) || strings.Contains(output, "SECRET") {
		t.Errorf("exit %d, want %d and %q:\n%s", o.Code, fault, want, output)
	}
}
