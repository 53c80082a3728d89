package ladder

// chosen is an entry, by its index in the order of strengths, with the gain of its best match.
type chosen struct {
	gain float64
	at   int
}

// queue is a heap ordered by before: the largest gain first, and among equals the strongest entry.
type queue []chosen

// before reports whether a comes before b.
func before(a, b chosen) bool {
	if a.gain != b.gain {
		return a.gain > b.gain
	}
	return a.at < b.at
}

func (q *queue) push(c chosen) {
	*q = append(*q, c)
	list := *q
	for i := len(list) - 1; i > 0; {
		above := (i - 1) / 2
		if !before(list[i], list[above]) {
			return
		}
		list[i], list[above] = list[above], list[i]
		i = above
	}
}

func (q *queue) pop() chosen {
	list := *q
	head, last := list[0], len(list)-1
	list[0] = list[last]
	list = list[:last]
	*q = list
	for i := 0; ; {
		first := i
		for _, below := range []int{2*i + 1, 2*i + 2} {
			if below < last && before(list[below], list[first]) {
				first = below
			}
		}
		if first == i {
			return head
		}
		list[i], list[first] = list[first], list[i]
		i = first
	}
}
