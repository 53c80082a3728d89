package rps

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"

	"agon/internal/jsontext"
)

// maxArt bounds art: the number of rows, and of characters in each.
const maxArt = 60

// Art returns the picture in a remark, row by row; nil if the remark has none. It has at most 60 rows of at most 60 characters, without
// control characters.
func Art(remark []byte) []string {
	var rows []string
	if json.Unmarshal(remark, &rows) != nil {
		return nil
	}
	return rows
}

// appendArt appends the value of "art" as a remark, a JSON list of rows on one line. It appends nothing for missing or refused art.
func appendArt(remark []byte, art json.RawMessage) ([]byte, error) {
	switch string(art) {
	case "", "null", "false", "0", `""`, "{}":
		return remark, nil // values that the original treated as no art
	}
	rows, err := artRows(art)
	if err != nil || len(rows) == 0 {
		return remark, err
	}
	return appendRows(remark, rows), nil
}

func artRows(art json.RawMessage) ([]string, error) {
	var values []json.RawMessage
	if json.Unmarshal(art, &values) != nil {
		return nil, errors.New("art must be a list of strings")
	}
	if len(values) > maxArt {
		return nil, fmt.Errorf("%d rows, at most %d are allowed", len(values), maxArt)
	}
	rows := make([]string, len(values))
	for i, v := range values {
		if v[0] != '"' || json.Unmarshal(v, &rows[i]) != nil {
			return nil, fmt.Errorf("row %d is not a string: %.40q", i+1, v)
		}
		if n := utf8.RuneCountInString(rows[i]); n > maxArt {
			return nil, fmt.Errorf("row %d has %d characters, at most %d are allowed", i+1, n, maxArt)
		}
	}
	return rows, nil
}

func appendRows(remark []byte, rows []string) []byte {
	for i, row := range rows {
		remark = append(remark, "[,"[min(i, 1)])
		remark = jsontext.AppendString(remark, printable(row))
	}
	return append(remark, ']')
}

// printable replaces characters that control a terminal or change the direction of text. The replacement keeps its cell, and pictures draw
// it as a box.
func printable(row string) string {
	out := []rune(row)
	for i, c := range out {
		if unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			out[i] = utf8.RuneError
		}
	}
	return string(out)
}
