package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"agon/bot/pyhost"
	"agon/game"
	"agon/games/bomberman"
)

// wholeBomberman compares agon play of two Python bots, a process per round and bot, with a bare loop that writes the state and starts
// the same programs at the same time, as many rounds, without rules, sandbox, clocks or replay.
func wholeBomberman(ctx context.Context) (string, bool, error) {
	dir, err := os.MkdirTemp("", "agon-bench-")
	if err != nil {
		return "", false, err
	}
	defer os.RemoveAll(dir)
	args := []string{"play", "bomberman", "--seed", "5", "--json", "--sandbox", "full"}
	for _, name := range []string{"one", "two"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o755); err != nil {
			return "", false, err
		}
		for file, text := range map[string]string{"bot.py": bombermanBot, "bot.json": `{"NickName":"` + name + `","BotType":"Python3","ProjectLocation":"","RunFile":"bot.py"}`} {
			if err := os.WriteFile(filepath.Join(dir, name, file), []byte(text), 0o644); err != nil {
				return "", false, err
			}
		}
		args = append(args, filepath.Join(dir, name))
	}
	var said struct{ Rounds int }
	text, ok, err := paired(1, func() (time.Duration, error) {
		begin := time.Now()
		out, err := exec.CommandContext(ctx, binary(), args...).Output()
		if err != nil {
			return 0, err
		}
		return time.Since(begin), json.Unmarshal(out, &said)
	}, func() (time.Duration, error) { return bareBomberman(ctx, dir, said.Rounds) })
	return fmt.Sprintf("%s, %d rounds", text, said.Rounds), ok, err
}

func bareBomberman(ctx context.Context, dir string, rounds int) (time.Duration, error) {
	d := game.NewDice(5, nil)
	r, s := &bomberman.Rules{}, &bomberman.State{}
	if err := r.Deal(s, 2, &d); err != nil {
		return 0, err
	}
	names := []string{"one", "two"}
	begin := time.Now()
	for range rounds {
		state := bomberman.AppendState(nil, s, names)
		var started []*exec.Cmd
		for i, name := range names {
			folder := filepath.Join(dir, name)
			if err := os.WriteFile(filepath.Join(folder, "state.json"), state, 0o644); err != nil {
				return 0, err
			}
			cmd := exec.CommandContext(ctx, pyhost.Python(""), filepath.Join(folder, "bot.py"), string(rune('A'+i)), folder)
			if err := cmd.Start(); err != nil {
				return 0, err
			}
			started = append(started, cmd)
		}
		for _, cmd := range started {
			if err := cmd.Wait(); err != nil {
				return 0, err
			}
		}
	}
	return time.Since(begin), nil
}
