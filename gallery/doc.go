/*
Package gallery is the art show after a contest: a page with the animated art of all bots, and a vote on it.

# What hangs

[Open] looks through a folder: for results.json of games with p1.gif and p2.gif beside it, and for GIFs by themselves. Each bot is an
exhibit with one picture for each game in which it drew.

# The vote

Every voter has a code from the organiser, and a code one ballot. It is final: a [Box] refuses a second one. A ballot approves
of any number of exhibits, or ranks them. Nobody sees how the vote stands before the organiser closes it.

A Box is a file that only grows, a line for each ballot, and every line is on the disk before the voter hears that it counts. So
whatever ends the program, no ballot is lost, and a line that was being written is one of which nobody was told. In place of codes the file holds
keyed hashes of them: it shows what was voted, and without the list of codes not by whom.

# The pages

[Serve] gives pages that need no script and are allowed none. Names come from bots and are text, never markup; pictures are opened beneath
the folder alone and are known to be GIFs.
*/
package gallery
