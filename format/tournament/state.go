package tournament

// A Follower is a format that does not read its whole past for every round of play: it keeps what it needs in a [State], which it gets by
// [Past.State]. Followers are compared with ==, so they are pointers.
type Follower interface {
	// Follow returns the state of a stage before its first game.
	Follow(f *Field) State
}

// A State is data that a format derives from the complete rounds of play of one stage. It must be a pure function of the field and of
// those rounds, added in order; then a resumed run, which adds them again, plans the same.
type State interface {
	// Take adds one more round, for each that has games, in order. past is the plan up to and including it with all results; the games of
	// the round are those from index fresh.
	Take(past Past, fresh int)
}

// State returns the format's state after the complete rounds of play of this past, up to the first gap. The ledger keeps it, so that each
// round is added once. The format must not change it, only a copy.
func (p Past) State(format Follower, f *Field) State {
	return p.ledger.follow(format, f, p.complete())
}

// complete returns the number of complete rounds before the first incomplete one.
func (p Past) complete() int {
	rounds := p.ledger.rounds[:max(0, min(p.known, len(p.ledger.rounds)))]
	for i, r := range rounds {
		done := r.done
		if p.gaps {
			done += r.back
		}
		if done < r.planned {
			return i
		}
	}
	return len(rounds)
}

// Taken returns how many games of this past, from the first, its State includes.
func (p Past) Taken() int {
	n := 0
	for _, r := range p.ledger.rounds[:p.complete()] {
		n += r.planned
	}
	return n
}

// Prepare updates a format's state for its next planning, as far as the results allow: a resumed run calls it while it is still reading
// its ledger.
func Prepare(format Format, f *Field, l *Ledger) {
	if follower, ok := format.(Follower); ok {
		l.before(l.Rounds()-format.Ahead()+1).State(follower, f)
	}
}

// followed is the state that a ledger keeps for its format.
type followed struct {
	by     Follower
	state  State
	rounds int
	games  int
}

// follow returns the state after this many rounds. Pasts come in order; for an earlier one it starts again.
func (l *Ledger) follow(format Follower, f *Field, rounds int) State {
	k := &l.followed
	if k.by != format || k.rounds > rounds {
		*k = followed{by: format, state: format.Follow(f)}
	}
	for ; k.rounds < rounds; k.rounds++ {
		fresh := k.games
		k.games += l.rounds[k.rounds].planned
		if k.games > fresh {
			k.state.Take(Past{ledger: l, games: k.games, known: k.rounds + 1}, fresh)
		}
	}
	return k.state
}
