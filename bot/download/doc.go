/*
Package download fetches bots that authors hand in as addresses: a commit of a git repository, or a container image of a registry. What
it makes of one is a file such as the author could have uploaded: an archive of the commit's files, or of the image.

	https://HOST/PATH[@BRANCH][?dir=FOLDER]    a repository; a branch, a tag or a commit, by default the branch that its host shows first
	docker://REGISTRY/NAME[:TAG]               an image

Addresses come from strangers, and what they name is fetched by the machine of the site. So no login of that machine is used, at most a
token that the author has given, for the server of the address alone; connections
go to public addresses only, by https, whatever a name resolves to and wherever a server redirects; and what servers send is bounded. It
may still need far more memory than it has bytes, which is why a site fetches in a process of its own, whose memory is bounded.
*/
package download
