/*
Package verify re-simulates replays and holds contests against their ledgers, for the commands verify and doctor: it finds out what each name is (a
replay, a folder of them, an archive without a ledger, a contest), has package audit walk a contest, and prints each finding at once, since a long
contest has many.

What is wrong is printed to Err, what a repair did or cannot do to Out. [Verification.Verify] reports whether all is well.
*/
package verify
