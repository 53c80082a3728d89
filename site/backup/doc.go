/*
Package backup writes the folder of a contest site into one file while the site is in use, and makes a folder of such a file again.

# What a backup has

A backup is a tar archive, compressed by zstd. It has the site's database, the submissions, the contests and the matches on demand, and
no other file of the folder. Its first entry names its format.

The parts are copied in an order in which each one that is copied later has at least what the earlier ones refer to:

 1. the names of the bots in the contests' folders
 2. the database: a transaction of SQLite sees one moment of it
 3. the submissions, which never change; the database names none that is not on the disk
 4. of each contest first the ledger, seen at one moment too, then the replays: a replay is on the disk before its result is in the ledger
 5. the matches on demand: those that the database calls played are on the disk, and others are played again

So a restored site is like one that was killed: it has every result of the ledger with its replay, plays the other games again from the same
seeds, and comes to the same tables. The ledgers are newer than the database, never older: a contest that the database calls over is over.

Bots that were put into a contest's folder by the site are put there again when the restored site starts, from its database and the
submissions; bots that came after the names were read are left out.

# What is refused

A ledger in PostgreSQL is not in the folder; pg_dump copies it. A link that leads out of the folder, and names that another system would
take for the same, would make a backup that cannot be restored, so they are refused when it is written.

A file is complete or absent: it is written under another name first. Restoring trusts an archive with nothing (package unpack);
afterwards every database is read and checked, and only then the folder gets its name.
*/
package backup
