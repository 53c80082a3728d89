package game

import (
	"fmt"
	"strconv"
	"strings"
)

// A List is a list of whole numbers as the value of an option: "2,3,4". In a file it is a number or a list of numbers.
type List string

// Ints returns the numbers in their order.
func (l List) Ints() []int {
	var list []int
	for _, word := range strings.Split(string(l), ",") {
		if n, err := strconv.Atoi(word); err == nil {
			list = append(list, n)
		}
	}
	return list
}

// List returns the value of a list option.
func (s Settings) List(name string) List { return s.values[name].(List) }

// list parses a list: a number, a list of numbers, or the text of either.
func (o Option) list(v any) (List, error) {
	items, ok := v.([]any)
	if text, isText := v.(string); isText {
		for _, word := range strings.Split(strings.Trim(text, "[] "), ",") {
			items = append(items, strings.TrimSpace(word))
		}
	} else if !ok {
		items = []any{v}
	}
	var words []string
	for _, item := range items {
		n, err := asInt(item)
		if err != nil {
			return "", fmt.Errorf("option %s must be a whole number or a list such as [2, 3, 4], not %s", o.Name, quoted(v))
		}
		if (o.Min != 0 || o.Max != 0) && (n < o.Min || n > o.Max) {
			return "", fmt.Errorf("option %s must be from %d to %d, not %d", o.Name, o.Min, o.Max, n)
		}
		words = append(words, strconv.Itoa(n))
	}
	if len(words) == 0 {
		return "", fmt.Errorf("option %s is an empty list: give at least one number", o.Name)
	}
	return List(strings.Join(words, ",")), nil
}
