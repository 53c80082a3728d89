package film

import (
	"bytes"
	"encoding/json"
	"io"
)

// WriteFrames writes a line of JSON for each shot.
func (f *Film) WriteFrames(out io.Writer) error {
	n, _ := f.Len()
	var line []byte
	for i := range n {
		shot := f.Shot(i)
		faults := []map[string]any{}
		for _, fault := range shot.Faults {
			faults = append(faults, map[string]any{"seat": fault.Seat, "fault": fault.Why.String(), "note": fault.Note})
		}
		values := map[string]any{}
		if notes := f.Info.Kind.Notes; notes != nil {
			var err error
			if values, err = notes(shot.Frame); err != nil {
				return err
			}
		}
		values["scores"], values["places"], values["faults"] = shot.Scores, shot.Places, faults
		text, err := json.Marshal(values)
		if err != nil {
			return err
		}
		line = shot.Frame.AppendJSON(line[:0])
		line = append(line[:len(line)-1], ',')
		line = append(line, bytes.TrimPrefix(text, []byte("{"))...)
		line = append(line, '\n')
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return nil
}
