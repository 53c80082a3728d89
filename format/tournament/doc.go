/*
Package tournament plans games and computes tables from their results. It plays nothing, waits for nothing and stores nothing: it
consists of pure functions of a field and a ledger, so that a contest can be stopped anywhere, resumed, and verified from its ledger.

# Types

  - [Field]: the entries of a stage, in seeding order, and the limits of the kind of game.
  - [Fixture]: one planned game: its number, its match, the entry in each seat, its seed. [Result]: its outcome.
  - [Ledger]: the plan of one stage with the results known so far. [Past]: the part of it that a format may see.
  - [Format]: plans fixtures from results, and computes a table from both. [Spec]: a format's name and keys, in one literal.
  - [Follower], [State]: a format that keeps state derived from the past, and that state.
  - [Match] and [Series]: games between the same entries that count together, and how many make one.
  - [Standing], [Table]: a line for each entry, and the uncertainty of the ranks.

# Why tables do not depend on the order of arrival

Games are played concurrently and results arrive in any order. Three rules make all published data independent of that order.

Fixtures are planned in rounds of play and numbered in the order of the plan; their seeds derive from those numbers. A round is
planned from complete rounds only: [Next] shows the format nothing else. With Ahead 2, round n+2 is planned when round n is complete,
while round n+1 is being played, so cores do not wait.

Games of a match count by their number, and never those after the one that decided it. A format plans no game that may turn out to be
unnecessary, so such games are not even played.

Tables add up results in the order of the plan.

# A new format

A new format is a folder below this one with a [Spec] literal and a [Format], and a line in the list of package all. Formats for pairs build
on [Series]; those in which all entries meet build on package league; endless ones are followers, like ladder, so that the cost of a
round of play does not grow with the past. Package formattest tests all of them for these rules.
*/
package tournament
