/*
Package entries holds the bots that people submit to the contests of a site, with all their versions.

# From an upload to a bot that plays

An upload is written to the disk under a random name and flushed, then its version is written to the database, and only then is it
acknowledged: what was acknowledged survives a kill at any moment. Versions are checked several at once, in the order of [Entries.Queue], as
agon check contest.toml BOT does it: in the sandbox, under the contest's own conditions. A check that waits, and uses hardly any processor
time or memory, holds up no other: some such checks run beside the rest, and what there is no room for begins again later. A version that
passes becomes the bot's active one: its files are put into the contest's folder of bots in one step, and a run in progress reads the folder
again. A version that fails changes nothing: the last good one keeps playing.

In a contest with a gate the check of a version goes on with its trial, games against the version that plays meanwhile, and it becomes the
active one only if it is promoted, or if its author insists. A trial holds up no check of others.

The database says which version of a bot is active. When the site starts, the folders of the contests are brought to what it says, and
what a killed server left halfway is removed or checked again.

# Limits

An author, who is a person or a team, has so many bots in a contest that passed a check or wait for one, so many versions that wait for
their check, and so many submissions and minutes of checks in an hour. A bot that a member of a team submits belongs to the team. A
contest's own max_per_author counts the same authors. An upload has so many bytes, unpacked and packed, as package unpack allows.
*/
package entries
