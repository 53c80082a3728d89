package wire

// A NewContest is a contest that is to be made.
type NewContest struct {
	Name      string            `json:"name" maxLength:"64" doc:"in addresses: small letters, digits, dots, hyphens and underscores"`
	Title     string            `json:"title" maxLength:"200"`
	Kind      string            `json:"kind" doc:"of game"`
	Format    string            `json:"format,omitempty" doc:"none: the game's usual one"`
	PerAuthor int               `json:"per_author,omitempty" minimum:"0" doc:"bots of one person; 0: any number"`
	Builtins  []string          `json:"builtins,omitempty" doc:"built-in bots that play too"`
	Options   map[string]string `json:"options,omitempty" doc:"of the game, by name, as text; others have their defaults"`
	Keys      map[string]string `json:"keys,omitempty" doc:"of the format, likewise"`
}
