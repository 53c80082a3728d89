// Package gamelog is what a bot printed in its games and what agon says of them: records, not text.
//
// A [Record] has the game, the turn and the seat, a kind, and a text. Only agon chooses all but the text of a record of kind [Output], so a
// bot that prints what looks like a remark of agon has printed it, and no more. Package bot collects the records of a game while it is
// played, a contest appends them to a file for each bot, and whoever shows a log makes text of it ([Plain], [Distinct]).
//
// A line @name=value of what a bot printed in a turn is a figure of that turn ([Figures]). It is read where somebody looks at it, so a game
// pays nothing for it.
//
// # Files
//
// A file is one JSON object a line ([Append], [Read]). A line that a killed process did not finish is left out, and a remark says so. Logs
// of agon before version 1 are text with headings; [Read] understands them, though in these a bot could forge agon's remarks.
package gamelog
