/*
Package store keeps a contest: what it is, its plan, and what came of it. The plan and the ledger are the only truth; everything else
(queues, tables, pages) can be made from them again.

# What a store promises

Each call is one transaction: after a crash at any moment all of it is there, or nothing. A fixture is kept before it is offered
to anybody, and never changes. The first result of a fixture stands; the same game handed in again changes nothing; a
different one is kept beside it as an oddity for people to look at. A result stands until a [Change] says that its game is played again.

What is read is what was written. A store that finds it is damaged says so in one sentence when it is opened, as a [Damaged], and
hands out nothing.

One run writes at a time. Who runs a contest holds a lock on its folder; stores do not look for one.

# Implementations

are folders below this one, and pass [agon/store/storetest]. Package rows holds what those on SQL databases share.
*/
package store
