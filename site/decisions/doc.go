/*
Package decisions decides about the contests of a site, and keeps the log of all that people and the site itself decide.

[Log] is the log: who decided what, why, about which contest, and how it is undone. The undoing is JSON that its writer knows: a decision
about a bot or a limit ([Opposite]), or about dates and freezes ([schedule.Undo]). [Decisions] takes a decision about bots, games or
limits, and undoes one by its opposite, which is a decision of its own in the log.

The package knows no requests, no pages and no rights: who calls it has checked them.
*/
package decisions
