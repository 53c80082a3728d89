/*
Package image plays bots that are container images, as a container engine would, without one.

	image:FILE[:NAME:TAG]               any of the next two, or an archive of the second, optionally compressed with gzip, zstd, xz or bzip2
	docker-archive:FILE[:NAME:TAG]      written by docker save or podman save
	oci:DIR[:TAG]                       an OCI layout
	docker://REGISTRY/NAME[:TAG]        from a registry, with the logins of the docker configuration

[Registries.Open] finds an image and checks its description, [Store.Unpack] unpacks its files once and checks every byte against the
digests, and [Program] returns how it is started, from ENTRYPOINT, CMD, ENV, WORKDIR and USER. An invalid image is a [Refused], in one
sentence, before anything is played; other errors are the host's.

docker-daemon:NAME and podman:NAME are images in an engine on this machine; package engine starts those.

# Pins

The ID of an image is the digest of its configuration, which contains the digests of its files; docker images shows it. An image from
a registry or a layout also has a digest of its manifest, by which a registry finds it. A [Pin] holds both. A pinned image is taken from
the cache if it is there, and otherwise from its reference, which then must still have the same ID.
*/
package image
