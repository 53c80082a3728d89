package starter

import "encoding/json"

// Launches of Visual Studio Code, version 0.2.0 of its format (code.visualstudio.com/docs/debugtest/debugging-configuration).
type editorLaunches struct {
	Version string           `json:"version"`
	All     []map[string]any `json:"configurations"`
	Inputs  []map[string]any `json:"inputs,omitempty"`
}

// editorPort is where the launches attach: agon debug --port 5678.
const editorPort = 5678

// attach returns how the editor's debugger for a language attaches to a bot that agon debug has stopped, nil if there is none. Programs in
// C++ and Rust are found by the process number that agon prints.
func attach(language string) map[string]any {
	type object = map[string]any
	const host, process = "127.0.0.1", "${input:process}"
	switch language {
	case "python", "python-agon":
		return object{"type": "debugpy", "connect": object{"host": host, "port": editorPort}}
	case "javascript", "typescript":
		return object{"type": "node", "address": host, "port": editorPort}
	case "java":
		return object{"type": "java", "hostName": host, "port": editorPort}
	case "cpp", "rust":
		return object{"type": "cppdbg", "MIMode": "gdb", "processId": process, "program": "/proc/" + process + "/exe"}
	case "go":
		return object{"type": "go", "mode": "local", "processId": "${command:pickGoProcess}"}
	}
	return nil
}

// launchesOf returns the launches of a bot's folder, empty for a language without a debugger of the editor's.
func launchesOf(language string) (string, error) {
	one := attach(language)
	if one == nil {
		return "", nil
	}
	one["name"], one["request"] = "agon: attach to agon debug --port 5678", "attach"
	all := editorLaunches{Version: "0.2.0", All: []map[string]any{one}}
	if one["type"] == "cppdbg" {
		all.Inputs = []map[string]any{{"id": "process", "type": "promptString", "description": "Process number that agon debug printed"}}
	}
	text, err := json.MarshalIndent(all, "", "\t")
	return string(text) + "\n", err
}
