/*
Package image plays bots that are container images, as a container engine would, without one.

	image:FILE[:NAME:TAG]               any of the next two and an archive of the second, packed with gzip, zstd, xz or bzip2 or not
	docker-archive:FILE[:NAME:TAG]      what docker save and podman save write
	oci:DIR[:TAG]                       an OCI layout
	docker://REGISTRY/NAME[:TAG]        from a registry, with the logins of the docker configuration

An image goes through three hands: [Open] finds it and checks what it says of itself, [Store.Unpack] lays its files out once and checks
every byte against the digests, and [Program] says how it is started: ENTRYPOINT, CMD, ENV, WORKDIR and USER are heeded. What is wrong with an
image is a [Refused], in one sentence, before anything is played; other errors are the host's.

docker-daemon:NAME and podman:NAME are images of an engine that is on the machine; package engine starts those.

# What is pinned

The ID of an image is the digest of its configuration, which holds the digests of its files: what docker images shows. An image from
a registry or a layout also has a digest of its manifest, by which a registry finds it again. A [Pin] holds both. A pinned image is taken from
the cache if it is there, and else from its reference, which then must still have the same ID.
*/
package image
