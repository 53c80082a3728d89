package draw

// A Duel is a picture without a board: a card for each seat, the score and reason between them, and the rounds as letters.
type Duel struct {
	Score  string `json:"score"`           // "3 : 2"
	Words  string `json:"words,omitempty"` // the reason of the result; {0} and {1} stand for the names of the seats
	Cards  []Card `json:"cards"`           // by seat
	Rounds int    `json:"rounds"`          // in the game
}

// A Card shows a seat's last move.
type Card struct {
	Shapes []Shape  `json:"shapes,omitempty"` // in a circle of radius 1 around 0, 0
	Word   string   `json:"word,omitempty"`
	Why    string   `json:"why,omitempty"`    // why there is nothing to show
	Won    bool     `json:"won,omitempty"`    // this round
	Art    []string `json:"art,omitempty"`    // rows of letters as a bot sent them; untrusted, and possibly with control characters
	Rounds []Round  `json:"rounds,omitempty"` // the rounds played
}

// A Round is a letter, and whether the seat won.
type Round struct {
	Letter string `json:"letter"`
	Won    bool   `json:"won,omitempty"`
}
