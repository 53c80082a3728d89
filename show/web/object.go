package web

import (
	"encoding/json"
	"strconv"

	"agon/internal/jsontext"
)

// An object is a JSON object that is written field by field.
type object struct {
	dst  []byte
	from int
}

// name begins a field.
func (o *object) name(name string) {
	if len(o.dst) == o.from {
		o.dst = append(o.dst, '{')
	} else {
		o.dst = append(o.dst, ',')
	}
	o.dst = append(append(append(o.dst, '"'), name...), '"', ':')
}

// end ends the object, and writes nothing if it has no field.
func (o *object) end() []byte {
	if len(o.dst) > o.from {
		o.dst = append(o.dst, '}')
	}
	return o.dst
}

func (o *object) ints(list ...int) { o.dst = appendList(o.dst, list) }

func (o *object) json(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // pictures are numbers and texts
	}
	o.dst = append(o.dst, text...)
}

// text appends a text if it changed.
func (o *object) text(name, now, old string) {
	if now != old {
		o.name(name)
		o.dst = jsontext.AppendString(o.dst, now)
	}
}

// flag appends a flag if it changed.
func (o *object) flag(name string, now, old bool) {
	if now != old {
		o.name(name)
		o.dst = strconv.AppendBool(o.dst, now)
	}
}

func separate(list []byte) []byte {
	if len(list) > 0 {
		return append(list, ',')
	}
	return list
}

func (o *object) list(name string, list []byte) {
	if len(list) > 0 {
		o.name(name)
		o.dst = append(append(append(o.dst, '['), list...), ']')
	}
}

// pairs is a list in a field of numbers and their values, which is there only if it has some.
type pairs struct {
	*object
	name string
	some bool
}

// at begins a pair.
func (l *pairs) at(n int) {
	if !l.some {
		l.object.name(l.name)
		l.dst = append(l.dst, '[')
	} else {
		l.dst = append(l.dst, ',')
	}
	l.some = true
	l.dst = append(strconv.AppendInt(l.dst, int64(n), 10), ',')
}

// end ends the list.
func (l *pairs) end() {
	if l.some {
		l.dst = append(l.dst, ']')
	}
}

// steps appends the distances that bots moved, in tiles; list has hundredths.
func (o *object) steps(list []int) {
	o.dst = append(o.dst, '[')
	for i, n := range list {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		o.dst = appendHundredths(o.dst, float64(n)/100)
	}
	o.dst = append(o.dst, ']')
}

func appendHundredths(dst []byte, x float64) []byte {
	return strconv.AppendFloat(dst, hundredths(x), 'f', -1, 64)
}
