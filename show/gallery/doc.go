/*
Package gallery is the art show after a contest: a page with the animated art of all bots, and a vote on it.

# Exhibits

[Open] searches a folder for results.json of games with p1.gif and p2.gif beside it, and for single GIFs. Each bot is an exhibit with one
picture for each game in which it sent art.

# The vote

Every voter has a code from the organiser, and one ballot, which is final: a [Box] refuses a second one. A ballot approves of any number
of exhibits, or ranks them. Nobody sees the tally before the organiser closes the vote.

A Box is an append-only file with a line for each ballot, and every line is on the disk before the voter reads that it counts. So no
ballot is lost whatever ends the program, and an incomplete line was never confirmed. The file has keyed hashes instead of codes: it shows
the votes, and without the list of codes not the voters.

# The pages

[Serve] serves pages without scripts, and forbids them. Names come from bots and are text, never markup; pictures are opened only below
the folder and are checked to be GIFs.
*/
package gallery
