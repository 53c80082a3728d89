package gamelog

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"

	"agon/internal/regular"
)

// longestLine is the longest line of a file that is read, in bytes. A bot's output of one turn is a line.
const longestLine = 64 << 20

// Read reads a log of either form. A line that is not a record, such as one that a killed process did not finish, becomes a remark that it
// is left out. Read returns at most limit bytes of the log, where the last line may be cut; 0 means all.
func Read(in io.Reader, limit int64) ([]Record, error) {
	if limit > 0 {
		in = io.LimitReader(in, limit)
	}
	b := bufio.NewReader(in)
	if first, err := b.Peek(1); err == nil && first[0] != '{' {
		return readText(b)
	}
	var list []Record
	lines := bufio.NewScanner(b)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		var r Record
		if json.Unmarshal(lines.Bytes(), &r) != nil || r.Kind == "" {
			if limit > 0 {
				continue
			}
			r = Record{Turn: Unknown, Kind: Note, Text: "a damaged line of this log is left out"}
		}
		list = append(list, r)
	}
	return list, lines.Err()
}

// ReadFiles reads the logs of a bot one after the other. A file that is missing is empty.
func ReadFiles(limit int64, names ...string) (list []Record, err error) {
	for _, name := range names {
		f, err := regular.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		records, err := Read(f, limit)
		f.Close()
		if err != nil {
			return nil, err
		}
		list = append(list, records...)
	}
	return list, nil
}
