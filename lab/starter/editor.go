package starter

import (
	"encoding/json"

	"agon/game"
)

// Tasks of Visual Studio Code, version 2.0.0 of its format (code.visualstudio.com/docs/reference/tasks-appendix).
type editorTasks struct {
	Version string       `json:"version"`
	Tasks   []editorTask `json:"tasks"`
}

type editorTask struct {
	Label      string            `json:"label"`
	Type       string            `json:"type"`
	Command    string            `json:"command"`
	Args       []string          `json:"args"`
	Group      any               `json:"group,omitempty"`
	Background bool              `json:"isBackground,omitempty"`
	Shown      map[string]string `json:"presentation,omitempty"`
	Matcher    any               `json:"problemMatcher"`
}

// tasksOf returns the tasks of a bot's folder: its check, whose findings the editor marks in the files, games, and cases.
func tasksOf(k *game.Kind) (string, error) {
	type object = map[string]any
	marks := object{
		"owner": "agon", "fileLocation": []string{"autoDetect", "${workspaceFolder}"},
		"pattern": object{"regexp": `^(.+?):(\d+): (error): (.+)$`, "file": 1, "line": 2, "severity": 3, "message": 4},
	}
	none := []string{}
	apart := map[string]string{"panel": "dedicated"}
	task := func(label string, args ...string) editorTask {
		return editorTask{Label: "agon: " + label, Type: "process", Command: "agon", Args: args, Shown: apart, Matcher: none}
	}
	check := task("check", "check", k.Name, ".", "--problems")
	check.Group, check.Matcher = object{"kind": "build", "isDefault": true}, marks
	again := task("play again on save", "play", k.Name, ".", "--again")
	again.Background = true
	tests := task("test the cases", "test", k.Name, ".", "cases")
	tests.Group = "test"
	all := editorTasks{"2.0.0", []editorTask{check, task("play", "play", k.Name, ".", "--watch"), again,
		task("play in the browser", "play", k.Name, ".", "--web"), tests}}
	text, err := json.MarshalIndent(all, "", "\t")
	return string(text) + "\n", err
}
