package wire

// Settings are what the file of a contest says of its games. What is missing stays as it is, in a new contest at its default.
type Settings struct {
	Title       string            `json:"title,omitempty" maxLength:"200"`
	Description *string           `json:"description,omitempty" maxLength:"30000" doc:"Markdown, for the page of the contest"`
	Prizes      []string          `json:"prizes,omitempty" maxItems:"50" doc:"of the first places, for the page of the contest"`
	Builtins    []string          `json:"builtins,omitempty" doc:"built-in bots that play too"`
	Options     map[string]string `json:"options,omitempty" doc:"of the game, by name, as text; others have their defaults"`
	Limits      map[string]string `json:"limits,omitempty" doc:"of bots, by the keys of the table limits in contest.toml, as text such as 512MiB or 20ms"`
	Stages      []NewStage        `json:"stages,omitempty" maxItems:"100" doc:"one after the other"`
}

// A NewStage is a stage of a contest that has not been played.
type NewStage struct {
	Name   string            `json:"name,omitempty" maxLength:"100"`
	Format string            `json:"format,omitempty" doc:"none: the one that the game names"`
	Keys   map[string]string `json:"keys,omitempty" doc:"of the format, by name, as text; others have their defaults"`
}

// A NewContest is a contest that is to be made.
type NewContest struct {
	Settings
	Name      string            `json:"name" maxLength:"64" doc:"in addresses: small letters, digits, dots, hyphens and underscores"`
	Kind      string            `json:"kind,omitempty" doc:"of game"`
	Format    string            `json:"format,omitempty" doc:"of the only stage, in place of stages; none: the one that the game names"`
	Keys      map[string]string `json:"keys,omitempty" doc:"of this format"`
	PerAuthor int               `json:"per_author,omitempty" minimum:"0" doc:"bots of one person; 0: any number"`
	File      string            `json:"file,omitempty" maxLength:"49152" doc:"text of contest.toml, in place of all that is above but the name"`
	Private   bool              `json:"private,omitempty" doc:"from its first moment on"`
	Dates     *Dates            `json:"dates,omitempty"`
}

// Made is a contest that was made.
type Made struct {
	Contest
	Link string `json:"link,omitempty" doc:"address on this site of the link to a private contest; it is shown once"`
}

// A ContestFile is the file of a contest.
type ContestFile struct {
	Text   string `json:"text" doc:"contest.toml"`
	Digest string `json:"digest" doc:"of this text"`
	Begun  bool   `json:"begun" doc:"the contest has been played: only what takes no result back can change"`
}

// A NewFile is the text that a contest's file gets.
type NewFile struct {
	Reason
	Text   string `json:"text" maxLength:"49152" doc:"contest.toml"`
	Digest string `json:"digest,omitempty" maxLength:"64" doc:"of the text that was changed, so that nobody else's change is lost; none: any"`
}

// NewSettings are settings that a contest gets.
type NewSettings struct {
	Reason
	Settings
	PerAuthor *int `json:"per_author,omitempty" minimum:"0" doc:"bots of one person; 0: any number"`
}
