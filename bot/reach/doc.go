/*
Package reach decides which servers agon connects to for somebody else, and connects.

[Public] reports whether an address is one that everybody reaches. What is fetched from addresses that strangers name (package download) goes to
such addresses only. A [Proxy] is the only way out for package managers, which run in a sandbox without a network (package build): it connects
to the registries that it was made for, by name, and to nothing else.

What counts is the address of the connection. A name is resolved once, the result is checked, and the address that was checked is dialled, so a
name that resolves to another address a moment later gains nothing. A redirect is another request of the client's, which is checked like the first.
*/
package reach
