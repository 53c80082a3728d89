/*
Package reach decides which servers agon connects to for somebody else, and connects.

[Servers] says which those are, [Bounds] how much they may send and how long that may take. A [Transport] is for what agon fetches itself:
bots that strangers name by an address (package download), and those that the operator names (packages repo and image). A [Proxy] is for
programs that fetch: it is the only way out for package managers, which run in a sandbox without a network (package build), and where the
operator's git is led.

What counts is the address of the connection. A name is resolved once, the result is checked, and the address that was checked is dialled,
so a name that resolves to another address a moment later gains nothing. A redirect is another request of the client's, which is checked
like the first. Where the environment names a proxy (HTTPS_PROXY) that proxy resolves the name again; a name is then resolved here first all
the same, and refused if it leads into a private network, or if it has no address here, unless Unresolved is set.
*/
package reach
