package swiss

import "slices"

// impossible is the cost of a pair that no matching has.
const impossible = -1

// match returns the partner of each of n nodes, from 0, in a perfect matching of least total cost. n is even, and there must be one without
// impossible pairs. Costs are below 1<<60, equal both ways. Of equally cheap matchings it always returns the same.
func match(n int, cost func(i, j int) int) []int {
	m := newMatching(n, cost)
	for m.grow() {
	}
	partner := make([]int, n)
	for i := range partner {
		partner[i] = m.mate[i+1] - 1
	}
	return partner
}

// A matching is found by Edmonds' blossom algorithm with dual variables (Galil 1986), in n^3 steps. Nodes are numbered from 1, and blossoms,
// odd circles that are treated as a node, from n+1; 0 is none. Weights are as much larger as costs are smaller.
type matching struct {
	n, top  int      // number of nodes, and the highest number in use
	edges   [][]edge // between nodes and blossoms: the best of their nodes' edges
	dual    []int
	mate    []int   // 0 before it is matched
	slack   []int   // by node that is not outer: the outer node with the least slack
	outmost []int   // the blossom that contains it and is in no other; itself
	parent  []int   // in the tree
	side    []side  // in the tree
	seen    []int   // mark of the last search for a common ancestor
	search  int     // number of such searches
	circle  [][]int // of a blossom: its nodes, the base first
	through [][]int // of a blossom, by node: which of circle contains it
	queue   []int   // outer nodes whose edges are still to be read
}

type edge struct {
	from, to int // nodes
	weight   int // 0: there is no edge
}

type side int8

const (
	unreached side = iota - 1
	outer
	inner
)

func newMatching(n int, cost func(i, j int) int) *matching {
	size := n + n/2 + 1
	m := &matching{
		n: n, top: n, edges: make([][]edge, size), dual: make([]int, size), mate: make([]int, size), slack: make([]int, size),
		outmost: make([]int, size), parent: make([]int, size), side: make([]side, size), seen: make([]int, size),
		circle: make([][]int, size), through: make([][]int, size),
	}
	dearest := 0
	for i := range n {
		for j := range i {
			dearest = max(dearest, cost(i, j))
		}
	}
	for u := range size {
		m.edges[u], m.through[u] = make([]edge, size), make([]int, n+1)
		for v := range size {
			m.edges[u][v] = edge{from: u, to: v}
		}
		if u == 0 || u > n {
			continue
		}
		m.outmost[u], m.through[u][u], m.dual[u] = u, u, dearest+2
		for v := 1; v <= n; v++ {
			if c := cost(u-1, v-1); u != v && c != impossible {
				m.edges[u][v].weight = dearest + 2 - c
			}
		}
	}
	return m
}

// away returns how far an edge is from being tight.
func (m *matching) away(e edge) int {
	return m.dual[e.from] + m.dual[e.to] - 2*m.edges[e.from][e.to].weight
}

func (m *matching) offer(u, x int) {
	if m.slack[x] == 0 || m.away(m.edges[u][x]) < m.away(m.edges[m.slack[x]][x]) {
		m.slack[x] = u
	}
}

func (m *matching) findSlack(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.edges[u][x].weight > 0 && m.outmost[u] != x && m.side[m.outmost[u]] == outer {
			m.offer(u, x)
		}
	}
}

func (m *matching) push(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, y := range m.circle[x] {
		m.push(y)
	}
}

func (m *matching) setOutmost(x, b int) {
	m.outmost[x] = b
	if x > m.n {
		for _, y := range m.circle[x] {
			m.setOutmost(y, b)
		}
	}
}

// evenPath turns a blossom's circle so that the path of an even number of edges from its base to x runs forwards, and returns their number.
func (m *matching) evenPath(b, x int) int {
	at := slices.Index(m.circle[b], x)
	if at%2 == 1 {
		slices.Reverse(m.circle[b][1:])
		at = len(m.circle[b]) - at
	}
	return at
}

func (m *matching) marry(u, v int) {
	e := m.edges[u][v]
	m.mate[u] = e.to
	if u <= m.n {
		return
	}
	x := m.through[u][e.from]
	k := m.evenPath(u, x)
	for i := range k {
		m.marry(m.circle[u][i], m.circle[u][i^1])
	}
	m.marry(x, v)
	m.circle[u] = slices.Concat(m.circle[u][k:], m.circle[u][:k])
}

// augment swaps matched and free edges from u, which gets v, to the root of its tree.
func (m *matching) augment(u, v int) {
	for {
		next := m.outmost[m.mate[u]]
		m.marry(u, v)
		if next == 0 {
			return
		}
		m.marry(next, m.outmost[m.parent[next]])
		u, v = m.outmost[m.parent[next]], next
	}
}

// ancestor returns the nearest node that is above both in one tree, 0 if they are in two.
func (m *matching) ancestor(u, v int) int {
	m.search++
	for ; u != 0 || v != 0; u, v = v, u {
		if u == 0 {
			continue
		}
		if m.seen[u] == m.search {
			return u
		}
		m.seen[u] = m.search
		if u = m.outmost[m.mate[u]]; u != 0 {
			u = m.outmost[m.parent[u]]
		}
	}
	return 0
}

// shrink makes a blossom of the circle that the edge between u and v closes.
func (m *matching) shrink(u, base, v int) {
	b := m.n + 1
	for b <= m.top && m.outmost[b] != 0 {
		b++
	}
	m.top = max(m.top, b)
	m.dual[b], m.side[b], m.mate[b] = 0, outer, m.mate[base]
	m.circle[b] = append(m.circle[b][:0], base)
	m.climb(b, u, base)
	slices.Reverse(m.circle[b][1:])
	m.climb(b, v, base)
	m.setOutmost(b, b)
	for x := 1; x <= m.top; x++ {
		m.edges[b][x].weight, m.edges[x][b].weight = 0, 0
	}
	clear(m.through[b])
	for _, part := range m.circle[b] {
		m.inherit(b, part)
	}
	m.findSlack(b)
}

// climb adds the way from x up to the base to a blossom's circle.
func (m *matching) climb(b, x, base int) {
	for x != base {
		y := m.outmost[m.mate[x]]
		m.circle[b] = append(m.circle[b], x, y)
		m.push(y)
		x = m.outmost[m.parent[y]]
	}
}

// inherit gives a blossom the edges of a part of it, where they are tighter.
func (m *matching) inherit(b, part int) {
	for x := 1; x <= m.top; x++ {
		if m.edges[part][x].weight > 0 && (m.edges[b][x].weight == 0 || m.away(m.edges[part][x]) < m.away(m.edges[b][x])) {
			m.edges[b][x], m.edges[x][b] = m.edges[part][x], m.edges[x][part]
		}
	}
	for x := 1; x <= m.n; x++ {
		if part == x || part > m.n && m.through[part][x] != 0 {
			m.through[b][x] = part
		}
	}
}

// expand dissolves an inner blossom whose dual variable has reached 0.
func (m *matching) expand(b int) {
	for _, part := range m.circle[b] {
		m.setOutmost(part, part)
	}
	entry := m.through[b][m.edges[b][m.parent[b]].from]
	k := m.evenPath(b, entry)
	for i := 0; i < k; i += 2 {
		one, two := m.circle[b][i], m.circle[b][i+1]
		m.parent[one] = m.edges[two][one].from
		m.side[one], m.side[two] = inner, outer
		m.slack[one] = 0
		m.findSlack(two)
		m.push(two)
	}
	m.side[entry], m.parent[entry] = inner, m.parent[b]
	for _, part := range m.circle[b][k+1:] {
		m.side[part] = unreached
		m.findSlack(part)
	}
	m.outmost[b] = 0
}

// use adds a tight edge from an outer node to the trees, and reports whether it completes a path that augments the matching.
func (m *matching) use(e edge) bool {
	u, v := m.outmost[e.from], m.outmost[e.to]
	switch m.side[v] {
	case unreached:
		m.parent[v], m.side[v] = e.from, inner
		next := m.outmost[m.mate[v]]
		m.slack[v], m.slack[next] = 0, 0
		m.side[next] = outer
		m.push(next)
	case outer:
		base := m.ancestor(u, v)
		if base == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.shrink(u, base, v)
	}
	return false
}

// grow matches two more nodes, and reports whether there were any left.
func (m *matching) grow() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.top; x++ {
		m.side[x], m.slack[x] = unreached, 0
		if m.outmost[x] == x && m.mate[x] == 0 {
			m.parent[x], m.side[x] = 0, outer
			m.push(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for !m.readQueue() {
		m.adjust()
		if m.useTight() {
			break
		}
		for b := m.n + 1; b <= m.top; b++ {
			if m.outmost[b] == b && m.side[b] == inner && m.dual[b] == 0 {
				m.expand(b)
			}
		}
	}
	return true
}

// readQueue follows the tight edges of the outer nodes, and reports whether the matching grew.
func (m *matching) readQueue() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.side[m.outmost[u]] == inner {
			continue
		}
		for v := 1; v <= m.n; v++ {
			e := m.edges[u][v]
			switch {
			case e.weight == 0 || m.outmost[u] == m.outmost[v]:
			case m.away(e) > 0:
				m.offer(u, m.outmost[v])
			case m.use(e):
				return true
			}
		}
	}
	return false
}

// adjust changes the dual variables until another edge is tight, or an inner blossom's is 0.
func (m *matching) adjust() {
	by := -1
	least := func(d int) {
		if by < 0 || d < by {
			by = d
		}
	}
	for x := 1; x <= m.top; x++ {
		if m.outmost[x] != x {
			continue
		}
		if x > m.n && m.side[x] == inner {
			least(m.dual[x] / 2)
		}
		if m.slack[x] == 0 || m.side[x] == inner {
			continue
		}
		away := m.away(m.edges[m.slack[x]][x])
		if m.side[x] == outer {
			away /= 2
		}
		least(away)
	}
	if by < 0 {
		panic("swiss: no perfect matching")
	}
	for u := 1; u <= m.n; u++ {
		switch m.side[m.outmost[u]] {
		case outer:
			m.dual[u] -= by
		case inner:
			m.dual[u] += by
		}
	}
	for b := m.n + 1; b <= m.top; b++ {
		if m.outmost[b] != b {
			continue
		}
		switch m.side[b] {
		case outer:
			m.dual[b] += 2 * by
		case inner:
			m.dual[b] -= 2 * by
		}
	}
}

// useTight uses the edges that have become tight, and reports whether the matching grew.
func (m *matching) useTight() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.top; x++ {
		u := m.slack[x]
		if m.outmost[x] != x || u == 0 || m.outmost[u] == x || m.away(m.edges[u][x]) != 0 {
			continue
		}
		if m.use(m.edges[u][x]) {
			return true
		}
	}
	return false
}
