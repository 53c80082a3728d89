/*
Package embedded is a NATS server with JetStream in this process, for contests without a cluster of their own.

# Connections

The server's own side connects in memory, and by default no port is open. With a listening address, workers connect through TLS 1.3: the
certificate is made once and kept in the server's folder, and its hash in every invitation identifies the server, so that no authority is
needed. TLS comes before the first byte of NATS' protocol.

A worker proves with each connection that it has the seed of its nkey by signing a number that the server chose. The server's folder
holds public keys alone: who reads it cannot connect as a worker. Workers can be added and removed at any time; removing one ends its
connections.

# Rights and limits

A worker may publish and subscribe to the subjects of [jetstream.Rights] and nothing else. It has a NATS account of its own, without
streams, which imports these subjects from the account with the streams: in one account, a worker could name "$JS.API.STREAM.DELETE..."
as the subject of a reply, and the server would publish the reply there with its own rights. A worker has the connections of
[MaxConnections]: a further one ends the oldest. A message, a stream, the subscriptions of a connection, what waits to be sent to it, and
all connections together are limited too.

# Files

	certificate.pem, key.pem   made at the first start with a listening address
	workers.json               names, public keys, classes and expiry of the workers
	jetstream                  the streams

The folder is readable by its owner alone, and one process at a time uses it. What was written is flushed to the disk every second, or at
each write if the options say so. A killed process loses nothing; a machine without power may lose the last second, which the contest
offers again.
*/
package embedded
