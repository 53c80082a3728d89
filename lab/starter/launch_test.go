package starter

import (
	"encoding/json"
	"testing"

	"agon/game"
	"agon/games/tron"
)

// TestLaunches: the editor's debugger of each language attaches at the port of agon debug, or by the process number that it prints.
func TestLaunches(t *testing.T) {
	kind := game.New(tron.Spec)
	for _, tt := range []struct {
		language, debugger string
		port               bool
	}{
		{"python", "debugpy", true}, {"javascript", "node", true}, {"java", "java", true},
		{"cpp", "cppdbg", false}, {"rust", "cppdbg", false}, {"go", "go", false},
	} {
		t.Run(tt.language, func(t *testing.T) {
			files, err := Bot(kind, tt.language, true)
			if err != nil {
				t.Fatal(err)
			}
			var all struct {
				Version        string
				Configurations []struct {
					Name, Type, Request string
					Port                int
					Connect             struct{ Port int }
					ProcessID           string
					Program             string
				}
				Inputs []struct{ ID string }
			}
			if err := json.Unmarshal([]byte(files[".vscode/launch.json"]), &all); err != nil || len(all.Configurations) != 1 {
				t.Fatalf("%v: %s", err, files[".vscode/launch.json"])
			}
			c := all.Configurations[0]
			if c.Type != tt.debugger || c.Request != "attach" || all.Version != "0.2.0" {
				t.Errorf("it is %+v", c)
			}
			if at := c.Port + c.Connect.Port; tt.port != (at == editorPort) || tt.port == (c.ProcessID != "") {
				t.Errorf("it attaches at port %d or to process %q", at, c.ProcessID)
			}
			if asks := len(all.Inputs) == 1 && all.Inputs[0].ID == "process"; (tt.debugger == "cppdbg") != asks {
				t.Errorf("it asks for %+v, and the process is %q", all.Inputs, c.ProcessID)
			}
		})
	}
	if text, err := launchesOf("perl"); text != "" || err != nil {
		t.Errorf("perl: %q, %v", text, err)
	}
	files, err := Bot(kind, "python", false)
	if err != nil || files[".vscode/launch.json"] != "" {
		t.Errorf("without an editor: %v, %q", err, files[".vscode/launch.json"])
	}
}
