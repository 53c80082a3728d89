package fleet

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"agon/contest/queue"
	"agon/contest/run"
)

// Rules are the files of a kind that only the server has: the name of each among the rules, and its name in [queue.Files]. They travel as
// the files of bots do.
type Rules map[string]string

// mostRules bounds the files of rules, and their bytes together.
const (
	mostRules     = 1000
	mostRuleBytes = 64 << 20
)

// text is a file in memory.
type text []byte

func (t text) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(t)), nil }

// A ruleFile is a file of the rules, ready to travel.
type ruleFile struct {
	name, file string // among the rules, and in [queue.Files]
	content    text
}

// ruleFiles makes the files of a stage's rules ready to travel.
func ruleFiles(stage *run.RemoteStage) (list []ruleFile, err error) {
	files, err := stage.Rules()
	for name, content := range files {
		sum := sha256.Sum256(content)
		list = append(list, ruleFile{name, hex.EncodeToString(sum[:]), content})
	}
	return list, err
}

// sendRules puts the files of the rules where workers find them, unless they are there.
func (p *play) sendRules(ctx context.Context) (Rules, error) {
	if len(p.rules) == 0 {
		return nil, nil
	}
	sent := Rules{}
	for _, f := range p.rules {
		if !p.options.Depot.has(f.file) {
			if err := p.options.Depot.put(ctx, f.file, f.content); err != nil {
				return nil, fmt.Errorf("send the rules to workers: %w", err)
			}
		}
		sent[f.name] = f.file
	}
	return sent, nil
}

// Fetch returns the contents of the files by their names among the rules.
func (r Rules) Fetch(ctx context.Context, from interface {
	Get(ctx context.Context, name string) (io.ReadCloser, error)
}) (map[string][]byte, error) {
	if len(r) > mostRules {
		return nil, fmt.Errorf("the server's rules have %d files", len(r))
	}
	all, left := map[string][]byte{}, int64(mostRuleBytes)
	for _, name := range slices.Sorted(maps.Keys(r)) {
		if err := queue.CheckFile(r[name]); err != nil {
			return nil, err
		}
		content, err := from.Get(ctx, r[name])
		if err != nil {
			return nil, fmt.Errorf("fetch the server's rules: %w", err)
		}
		all[name], err = io.ReadAll(io.LimitReader(content, left+1))
		if err = errors.Join(err, content.Close()); err != nil {
			return nil, fmt.Errorf("fetch the server's rules: %w", err)
		}
		if left -= int64(len(all[name])); left < 0 {
			return nil, fmt.Errorf("the server's rules have more than %d MiB", mostRuleBytes>>20)
		}
	}
	return all, nil
}
