package web

import (
	"encoding/json"
	"strings"
	"sync"

	"agon/game"
	"agon/internal/pattern"
)

// kindFields is what the page of a kind needs in addition to tiles and shapes. What its view.js computes itself is not sent.
type kindFields struct {
	fields                              []string // of frames; nil for all
	status, notes, clocks, outs, tables bool     // of pictures
}

var (
	readFields  = pattern.Of(`(?m)^export const fields = (\[.*\]);$`)
	namedExport = pattern.Of(`(?m)^export (?:function|const|let) (\w+)`)
	pageFields  sync.Map // by [*game.Kind]: *kindFields
)

// fieldsOf returns what the page of a kind needs.
func fieldsOf(kind *game.Kind) *kindFields {
	if known, ok := pageFields.Load(kind); ok {
		return known.(*kindFields)
	}
	t := &kindFields{fields: []string{}, status: true, notes: true, clocks: true, outs: true, tables: true}
	text := viewOf(kind)
	if strings.TrimSpace(text) != "" {
		found := readFields().FindStringSubmatch(text)
		if found == nil || json.Unmarshal([]byte(found[1]), &t.fields) != nil {
			t.fields = nil
		}
	}
	own := make(map[string]bool)
	for _, found := range namedExport().FindAllStringSubmatch(text, -1) {
		own[found[1]] = true
	}
	t.status, t.clocks, t.outs, t.tables = !own["facts"], !own["cards"], !own["out"], !own["tables"]
	t.notes = t.outs || !own["picked"]
	pageFields.Store(kind, t)
	return t
}
