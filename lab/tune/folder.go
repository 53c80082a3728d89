package tune

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"agon/internal/cause"
	"agon/internal/clean"
	"agon/internal/regular"
)

// pathName is the file in a tuning's folder that has its rounds.
const pathName = "path.jsonl"

// own returns an error if the folder has files that are not a tuning's, which would be replaced.
func (t *Tuner) own() error {
	found, err := os.ReadDir(t.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return cause.Host(err)
	}
	for _, e := range found {
		if e.Name() == pathName {
			text, err := regular.Read(filepath.Join(t.Dir, pathName))
			if err != nil {
				return cause.Host(err)
			}
			if len(text) == 0 || bytes.HasPrefix(text, []byte(`{"of":`)) {
				return nil
			}
		}
	}
	for _, e := range found {
		if e.Name() != "lock" {
			return fmt.Errorf("%s has files that are not of a tuning, as %s; choose an empty folder or a new one with --out",
				clean.Text(t.Dir),
				clean.Text(e.Name()))
		}
	}
	return nil
}

// A tunedRound is a line of path.jsonl. The first line has what the rounds depend on.
type tunedRound struct {
	Of         string    `json:"of,omitempty"`
	Difference float64   `json:"difference"` // of the upper version to the lower one, from -1 to 1
	Games      int       `json:"games"`
	Even       bool      `json:"even"` // the versions played alike
	After      []float64 `json:"after"`
}

// resume reads the rounds that were played before, and opens the file for more.
func (t *Tuner) resume(sum string) error {
	name := filepath.Join(t.Dir, pathName)
	of := fmt.Sprintf("%s %v %v %v %v", sum, t.Rounds, t.Width, t.Step, t.Only)
	text, err := os.ReadFile(name)
	if t.Fresh || errors.Is(err, fs.ErrNotExist) {
		text = nil
	} else if err != nil {
		return cause.Host(err)
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1] // a run that was killed may have left a part of a line
	if err := t.read(name, whole, of); err != nil {
		return err
	}
	if t.record, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return cause.Host(err)
	}
	err = cause.Host(t.record.Truncate(int64(len(whole))))
	t.record.Seek(0, io.SeekEnd)
	if err == nil && len(whole) == 0 {
		err = errors.Join(cause.Host(os.RemoveAll(filepath.Join(t.Dir, "confirm"))), t.note(tunedRound{Of: of}))
	}
	if err != nil {
		t.record.Close()
	}
	return err
}

// read reads the lines of the rounds.
func (t *Tuner) read(name string, whole []byte, of string) error {
	if len(whole) == 0 {
		return nil
	}
	for i, data := range bytes.Split(bytes.TrimSuffix(whole, []byte("\n")), []byte("\n")) {
		var r tunedRound
		switch err := json.Unmarshal(data, &r); {
		case err != nil || i > 0 && len(r.After) != len(t.tuned):
			return cause.Found(fmt.Errorf("%s:%d is damaged; --fresh begins anew", name, i+1))
		case i > 0:
			t.values, t.total, t.differ = append(t.values, r.After), t.total+r.Games, t.differ || !r.Even
		case r.Of != of:
			return fmt.Errorf("%s was begun with another bot or other options; choose another --out, or --fresh begins anew", t.Dir)
		}
	}
	return nil
}

// note writes a line of path.jsonl.
func (t *Tuner) note(r tunedRound) error {
	data, err := json.Marshal(r)
	if err == nil {
		_, err = t.record.Write(append(data, '\n'))
	}
	return cause.Host(err)
}
