package swiss

import "slices"

// A matching pairs the vertices of a graph, as many as possible, by augmenting paths (J. Edmonds, Paths, trees, and flowers, 1965).
type matching struct {
	joined func(i, j int) bool // reports whether an edge joins two vertices
	mate   []int               // by vertex, -1 for none
	out    []bool              // vertices that were taken out of the graph

	// Of a search from one vertex. An outer vertex has an even path to it.
	parent  []int // of a vertex on an odd path, -1 if none reaches it
	base    []int // of the blossom of each vertex
	outer   []bool
	queue   []int
	blossom []bool // the bases within a new blossom
	seen    []bool // on the path of the one of two vertices
}

// newMatching returns the largest matching of n vertices.
func newMatching(n int, joined func(i, j int) bool) *matching {
	m := &matching{
		joined: joined, mate: make([]int, n), out: make([]bool, n),
		parent: make([]int, n), base: make([]int, n), outer: make([]bool, n), blossom: make([]bool, n), seen: make([]bool, n),
	}
	for v := range m.mate {
		m.mate[v] = -1
	}
	m.grow()
	return m
}

// size returns how many pairs there are.
func (m *matching) size() int {
	n := 0
	for v, mate := range m.mate {
		if mate > v {
			n++
		}
	}
	return n
}

// takeOut takes vertices out of the graph if as many as least pairs of the others are possible, and reports whether they are.
func (m *matching) takeOut(least int, vertices ...int) bool {
	before := slices.Clone(m.mate)
	for _, v := range vertices {
		if mate := m.mate[v]; mate >= 0 {
			m.mate[v], m.mate[mate] = -1, -1
		}
		m.out[v] = true
	}
	m.grow()
	if m.size() >= least {
		return true
	}
	m.mate = before
	for _, v := range vertices {
		m.out[v] = false
	}
	return false
}

// grow adds pairs until there is no augmenting path.
func (m *matching) grow() {
	for v := range m.mate {
		if m.out[v] || m.mate[v] >= 0 {
			continue
		}
		for end := m.search(v); end >= 0; {
			before := m.parent[end]
			next := m.mate[before]
			m.mate[end], m.mate[before] = before, end
			end = next
		}
	}
}

// search returns the end of an augmenting path from a vertex, -1 if there is none.
func (m *matching) search(root int) int {
	for v := range m.base {
		m.parent[v], m.base[v], m.outer[v] = -1, v, false
	}
	m.outer[root], m.queue = true, append(m.queue[:0], root)
	for at := 0; at < len(m.queue); at++ {
		v := m.queue[at]
		for to := len(m.base) - 1; to >= 0; to-- { // from the end, where pairs are changed first
			switch {
			case m.out[to] || m.base[v] == m.base[to] || m.mate[v] == to || !m.joined(v, to):
			case m.outer[to]:
				m.shrink(v, to)
			case m.parent[to] >= 0:
			default:
				m.parent[to] = v
				if m.mate[to] < 0 {
					return to
				}
				m.reach(m.mate[to])
			}
		}
	}
	return -1
}

func (m *matching) reach(v int) {
	m.outer[v] = true
	m.queue = append(m.queue, v)
}

// shrink makes a blossom of the odd circle that an edge between two outer vertices closes.
func (m *matching) shrink(v, to int) {
	base := m.ancestor(v, to)
	clear(m.blossom)
	m.mark(v, base, to)
	m.mark(to, base, v)
	for i := range m.base {
		if !m.blossom[m.base[i]] {
			continue
		}
		m.base[i] = base
		if !m.outer[i] {
			m.reach(i)
		}
	}
}

// mark notes the blossoms from an outer vertex down to a base, and leads the odd paths to them over a child.
func (m *matching) mark(v, base, child int) {
	for m.base[v] != base {
		mate := m.mate[v]
		m.blossom[m.base[v]], m.blossom[m.base[mate]] = true, true
		m.parent[v] = child
		child, v = mate, m.parent[mate]
	}
}

// ancestor returns the base at which the paths of two outer vertices to the root meet.
func (m *matching) ancestor(a, b int) int {
	clear(m.seen)
	for {
		a = m.base[a]
		m.seen[a] = true
		if m.mate[a] < 0 {
			break
		}
		a = m.parent[m.mate[a]]
	}
	for b = m.base[b]; !m.seen[b]; b = m.base[m.parent[m.mate[b]]] {
	}
	return b
}
