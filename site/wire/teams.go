package wire

// A Membership is the team of a person.
type Membership struct {
	Team   *Team   `json:"team,omitempty" doc:"none: the person is in no team"`
	Offers []Offer `json:"offers" doc:"teams that invite the person"`
}

// A Team is people who submit bots together.
type Team struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	Members []Member `json:"members" doc:"the captain first"`
}

// A Member is a member of a team.
type Member struct {
	ID      int64  `json:"id" doc:"of the person"`
	Name    string `json:"name"`
	Captain bool   `json:"captain" doc:"who may remove the others"`
}

// An Offer is the invitation of a team.
type Offer struct {
	Team int64  `json:"team" doc:"its ID"`
	Name string `json:"name"`
}
