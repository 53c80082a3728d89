package tournament

// A Follower is a format that does not read its whole past for every round of play: it keeps what it needs in a [State], which it
// asks of the past by [Past.State]. Followers are compared, so they are pointers.
type Follower interface {
	// Follow is the state of a stage in which nothing has been played.
	Follow(f *Field) State
}

// A State is what a format has derived from the complete rounds of play of one stage. It must be a pure function of the field
// and of those rounds, taken in one after the other; then a run that was stopped and takes them in again plans the same.
type State interface {
	// Take takes in one more round, for each that has games, in order. past is the plan up to and including it with all results;
	// its games from the index fresh on are the round's.
	Take(past Past, fresh int)
}

// State is what a format derived from the rounds of this past that are complete, without a gap. The ledger keeps it, so that
// each round is taken in once. It is the format's to read; who changes it changes a copy.
func (p Past) State(format Follower, f *Field) State {
	return p.ledger.follow(format, f, p.complete())
}

// complete is how many rounds have all their results, up to the first that has not.
func (p Past) complete() int {
	rounds := p.ledger.rounds[:max(0, min(p.known, len(p.ledger.rounds)))]
	for i, r := range rounds {
		if r.done < r.planned {
			return i
		}
	}
	return len(rounds)
}

// Taken is how many games of this past, from the first on, its State has taken in.
func (p Past) Taken() int {
	n := 0
	for _, r := range p.ledger.rounds[:p.complete()] {
		n += r.planned
	}
	return n
}

// Prepare has a format take in what its next planning will ask for, as far as the results go: a run that is resumed does so while it still
// reads its ledger.
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

// follow brings the state to so many rounds. Pasts come in order; for one that lies behind it begins anew.
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
