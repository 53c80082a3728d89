/*
Package tomlfile decodes TOML files written by people, and reports mistakes in them as file:line:column.

[Decode] is go-toml's strict decoding into a struct with toml tags. Its errors add the nearest valid key, the value as written and the
expected form. The [Document] that it returns knows the position of each key, for errors that are found later, such as an option that a
game refuses.

Types of values that are written as text, such as sizes, implement [encoding.TextUnmarshaler] and [Describer].
*/
package tomlfile
