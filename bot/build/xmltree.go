package build

import (
	"bytes"
	"encoding/xml"
	"io"
	"path/filepath"
	"strings"
)

// A node is an element of an XML file, such as a Maven or Visual Studio project.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Nodes   []*node    `xml:",any"`
}

// readXML parses an XML file of the bot.
func (s *Source) readXML(name string) (*node, error) {
	text, err := readSmall(filepath.Join(s.Root, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	d := xml.NewDecoder(bytes.NewReader(plainText(text)))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // element names are ASCII in practice
	var root node
	if err := d.Decode(&root); err != nil {
		return nil, flaw(name, "invalid project XML: %v", err)
	}
	return &root, nil
}

// child returns the first element at the end of a path of names, nil if there is none.
func (n *node) child(path ...string) *node {
	for _, name := range path {
		if n == nil {
			return nil
		}
		var found *node
		for _, c := range n.Nodes {
			if c.XMLName.Local == name {
				found = c
				break
			}
		}
		n = found
	}
	return n
}

// text returns the text of the element at the end of a path of names, empty if there is none.
func (n *node) text(path ...string) string {
	if n = n.child(path...); n == nil {
		return ""
	}
	return strings.TrimSpace(n.Text)
}

// children returns the direct children of a name.
func (n *node) children(name string) (found []*node) {
	if n == nil {
		return nil
	}
	for _, c := range n.Nodes {
		if c.XMLName.Local == name {
			found = append(found, c)
		}
	}
	return found
}

// below returns all descendants of a name, in document order.
func (n *node) below(name string) (found []*node) {
	for _, c := range n.Nodes {
		if c.XMLName.Local == name {
			found = append(found, c)
		}
		found = append(found, c.below(name)...)
	}
	return found
}

// attr returns the value of an attribute, empty if there is none.
func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}
