/*
Package tomlfile decodes TOML files that people write, and reports what is wrong in them as file:line:column.

[Decode] is go-toml's strict decoding into a struct with toml tags. It adds what people need to mend a file: the names that a table has, the
nearest of them, the value as it is written and what is wanted instead. The [Document] that it returns knows where each key stands, for
errors that only show later, such as an option that a game refuses.

Types of values that are written as text, such as sizes, implement [encoding.TextUnmarshaler] and [Describer].
*/
package tomlfile
