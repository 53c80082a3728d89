/*
Package jetstream is a [queue.Link] over NATS JetStream: the server embedded in agon (package embedded) or a cluster of the organiser's own.

# Subjects

All names begin with the space of the link, so that several contests can use one cluster. Streams are created by the server's side:

	SPACE-jobs      SPACE.jobs.CLASS.NAME        a work queue: a job is deleted when it is done
	SPACE-results   SPACE.results.WORKER.NAME    a work queue that the server takes from
	SPACE-files     SPACE.files.HASH.CHUNK       chunks of 256 KiB; the chunk "end" is written last and holds the size
	                SPACE.presence.WORKER        reports, which the server's side answers and keeps for a short time
	                SPACE.frames.WORKER          running games, which no stream stores
	SPACE-poison    JetStream's notes of jobs that were delivered too often

CLASS and NAME are hashes, because classes and names of jobs may contain any bytes. Each class has a durable consumer of its own, which
all its workers share: JetStream allows no overlapping consumers of a work queue.

Each job has a subject of its own, which holds at most one message. So a second offer of a job that is waiting, leased or poisoned is
dropped by the stream itself, across restarts, while a job that was done can be offered again at once. A window of message ids would
guarantee neither.

Workers read files by direct gets rather than through the object store, which makes the reader create a consumer: that right is not given to
a worker; see [Rights].

A worker that waits for a job has one request at the server, for some seconds, whatever the number of its cores; one whose connection was
lost asks again. The server of this program begins a bounded number of connections in a second, of each address and of all, and refuses
the others, which come again after a pause of random length: so many workers that come back together do not keep those that are there from
being served, and who connects without end does not keep others out.

# Outages

A connection is renewed for ever, with growing pauses of five seconds or so at most, each with a random part. A call during an outage waits
until its context ends, and then says what it waited for. A lease that JetStream has given to somebody else is recognised by its time, as
measured here.

# What is not protected

Workers that take one class share a consumer, so one of them can end, delay or hold the jobs of that class; package fleet gives each
worker a class of its own. No result can be forged so: a result carries the name of the worker whose rights published it. The server
finds such jobs by their missing results, withdraws them and offers them again.
*/
package jetstream
