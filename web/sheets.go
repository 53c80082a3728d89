package web

// Sheets are the styles that all pages of the house share: tokens and parts. Other servers of the house give them to theirs.
func Sheets() string { return sheet([]string{"tokens.css", "page.css"}) }
