/*
Package timetable reads the lines of a contest's timetable, and computes when they come.

A line names times that clocks of a time zone show: some of every week, those of a cron expression, or one on a date. It comes once for each
of them, whatever the clocks do: a time that they never show, because they are set forward past it, comes at the first moment after it, and
one that they show twice comes at the first. Times that fall on one moment so come once.

Lines that come at one moment come in this order: rounds pause (the until of a line), thaw, open, play, freeze, close, final, publish. So
what a freeze hides is never shown in between, and a final begins with submissions closed.

A line may have come while nobody was there to carry it out. [Table.Due] then returns the last time of each act alone. Of acts that undo
each other (play and its until, freeze and thaw, open and close) the last counts, and each final is an act of its own.
*/
package timetable
