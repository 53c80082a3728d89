/*
Package figures shows in numbers and words the games of one bot: its place, its week, whom it beats, its faults and its newest games.

It computes values from values: the figures and tables of a contest are read by package contests, and pages and programs show what is
returned here. There is no clock, no database and no request in it.
*/
package figures
