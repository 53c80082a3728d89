package tron

// What a position of a duel is worth, in thousandths of the logarithm of the odds that it is won. Fitted to the ends of games.
const (
	tileWorth   = 5
	innerWorth  = 19
	turnWorth   = -220
	phaseWorth  = 164 // by tiles in reach: a lead counts for more where fewer are left
	fewTiles    = 15
	partedWorth = 600
)
