/*
Package starter writes folders to start from: a bot of a kind in a language, or a game.

	starter.go  the folders
	editor.go   tasks for editors
	launch.go   how their debuggers attach to a bot
*/
package starter

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"agon/bot/program/clients"
	"agon/game"
	gamefolder "agon/games/folder"
	"agon/internal/cause"
	"agon/internal/nearest"
)

// Empty returns an error if a folder has files.
func Empty(dir string) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s exists and is not empty; choose another folder", dir)
	}
	return nil
}

// Game returns the files of a game in a folder, with rules in a language.
func Game(dir, language string) (map[string]string, error) {
	if err := Empty(dir); err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	return gamefolder.Skeleton(language, gamefolder.NameOf(filepath.Base(abs)))
}

// Bot returns the files of a bot of a kind in a language, which is one of those that the kind has, with tasks and launches for an editor if
// editor is set.
func Bot(k *game.Kind, language string, editor bool) (map[string]string, error) {
	known := clients.Languages(k.Files)
	if len(known) == 0 {
		return nil, fmt.Errorf("%s has no starters: its engine writes what bots read, and the game's README.md may say what that is",
			k.Name)
	}
	if !slices.Contains(known, language) {
		return nil, fmt.Errorf("%s has no starter in %q%s; it has %s", k.Name, language, nearest.Hint(language, known),
			strings.Join(known, ", "))
	}
	files, err := clients.ForKind(k, language)
	if err != nil {
		return nil, cause.Host(err)
	}
	function := k.Launch.Host != "" && language == "python"
	if k.RuleFiles != nil && k.Launch.Form == game.Lines && files["bot.toml"] == "" && !function {
		files["bot.toml"] = "# The starter speaks the agon protocol. Without this file the bot is asked in the lines that game.toml " +
			"describes.\nprotocol = \"agon\"\n"
	}
	if editor {
		if err := forEditor(files, k, language); err != nil {
			return nil, cause.Host(err)
		}
	}
	return files, nil
}

// forEditor adds what Visual Studio Code reads in a bot's folder.
func forEditor(files map[string]string, k *game.Kind, language string) (err error) {
	if files[".vscode/tasks.json"], err = tasksOf(k); err != nil {
		return err
	}
	text, err := launchesOf(language)
	if text != "" {
		files[".vscode/launch.json"] = text
	}
	return err
}

// Write writes files below a folder. Those that begin with #! can be executed. Errors are the host's.
func Write(dir string, files map[string]string) error {
	for name, text := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(text, "#!") {
			mode = 0o755
		}
		if err := os.WriteFile(to, []byte(text), mode); err != nil {
			return err
		}
	}
	return nil
}
