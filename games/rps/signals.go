package rps

// A signal is something in the past that the other player may react to: a small number below its size. A model learns which hand follows
// each of its values.
type signal struct {
	size int
	see  func(p *past) int
}

// signals cover habits (the first ones), answers to the last hands, counting, repetition, and playing by what a tie would bring. The models
// learn whether somebody follows a signal, beats it, or beats what beats it.
var signals = [...]signal{
	{1, func(*past) int { return 0 }},
	{4, func(p *past) int { return word4(p.theirs, 1) }},
	{16, func(p *past) int { return word4(p.theirs, 2) }},
	{64, func(p *past) int { return word4(p.theirs, 3) }},
	{4, func(p *past) int { return word4(p.mine, 1) }},
	{16, func(p *past) int { return word4(p.mine, 2) }},
	{64, func(p *past) int { return word4(p.mine, 3) }},
	{16, func(p *past) int { return word4(p.mine, 1)<<2 | word4(p.theirs, 1) }},
	{256, func(p *past) int { return word4(p.mine, 2)<<4 | word4(p.theirs, 2) }},
	{16, func(p *past) int { return word4(p.theirs, 1)<<2 | last(p) }},
	{4, func(p *past) int { return int(most(&p.counts[0])) }},
	{4, func(p *past) int { return int(most(&p.counts[1])) }},
	{4, func(p *past) int { return int(p.echo(p.theirs, true, true)) }},
	{4, func(p *past) int { return int(p.echo(p.theirs, false, true)) }},
	{4, func(p *past) int { return int(p.echo(p.mine, true, true)) }},
	{4, func(p *past) int { return int(p.echo(p.mine, true, false)) }},
	{27, ties},
}

// word4 returns the last n hands of a list as one number.
func word4(hands []Hand, n int) int {
	w := 0
	for i := 1; i <= n; i++ {
		w = w<<2 | int(back(hands, i))
	}
	return w
}

// last returns how the last round ended, 0 before the first.
func last(p *past) int {
	if len(p.won) == 0 {
		return 0
	}
	return int(p.won[len(p.won)-1]) + 2
}

// ties is who would win each of the three ties.
func ties(p *past) int {
	return int(p.lean(Rock)+1)*9 + int(p.lean(Paper)+1)*3 + int(p.lean(Scissors)+1)
}
