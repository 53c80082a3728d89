/*
Package tournament plans games and reads tables from their results. It plays nothing, waits for nothing and keeps nothing: it is
pure functions of a field and a ledger, so that a contest can be stopped anywhere, gone on with, and checked from its ledger.

# The nouns

  - [Field]: who plays a stage, in seeding order, and what the kind of game allows.
  - [Fixture]: one planned game: its number, its match, who sits where, its seed. [Result]: what it came to.
  - [Ledger]: the plan of one stage with the results known so far. [Past]: as much of it as a format may see.
  - [Format]: how fixtures follow from results, and a table from both. [Spec]: a format's name and keys, in one literal.
  - [Follower], [State]: a format that keeps what follows from the past, and what it keeps.
  - [Match] and [Series]: games between the same entries that count together, and how many make one.
  - [Standing], [Table]: a line for each entry, and what can be said of their certainty.

# Why no arrival order reaches a table

Games are played side by side and results arrive in any order. Three rules keep that out of everything that is published.

Fixtures are planned in rounds of play and numbered in the order of the plan; their seeds derive from those numbers. A round is
planned from complete rounds only: [Next] shows the format nothing else. With Ahead 2 that is round n+2 when round n is complete,
while round n+1 is being played, so cores do not wait.

Games of a match count by their number, and never those after the one that decided it. A format plans no game that may turn out
needless, so such games are not even played.

Tables add up results in the order of the plan.

# A new format

is a folder below this one with a [Spec] literal and a [Format], and a line in the list of package all. Formats for pairs build
on [Series]; those where everybody meets build on package league; those that play on and on are followers, as ladder is, so that a
round of play costs what is new in it. Package formattest holds them all to these promises.
*/
package tournament
