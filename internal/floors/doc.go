/*
Package floors keeps the layers of the program apart: its test reads the imports of every package and fails for imports that point up, or
for forbidden ones. The failure prints the reason that stands beside each rule.

There is no code here. A new rule is a line of the table in floors_test.go; before changing a rule for a package that breaks it,
reconsider the design.
*/
package floors
