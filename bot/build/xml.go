package build

import (
	"encoding/xml"
	"io"
	"strings"

	"github.com/beevik/etree"
)

// readXML parses an XML file of the bot, such as a Maven or Visual Studio project, and returns its root.
func (s *Source) readXML(name string) (*etree.Element, error) {
	text, err := s.readText(name)
	if err != nil {
		return nil, err
	}
	doc, err := parseXML(name, text)
	if err != nil {
		return nil, err
	}
	return doc.Root(), nil
}

// parseXML parses the text of an XML file, whatever encoding it names: element names are ASCII in practice.
func parseXML(name, text string) (*etree.Document, error) {
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	doc := etree.NewDocument()
	err := decoder.Decode(new(struct{})) // the decoder's errors name the line
	if err == nil {
		err = doc.ReadFromString(text)
	}
	if err != nil {
		return nil, flaw(name, "invalid project XML: %v", err)
	}
	return doc, nil
}

// textOf returns the text of the element at the end of a path of names, empty if there is none.
func textOf(e *etree.Element, path string) string {
	if e != nil {
		e = e.FindElement(path)
	}
	if e == nil {
		return ""
	}
	return strings.TrimSpace(e.Text())
}

// attrOf returns the value of an attribute, empty if there is none.
func attrOf(e *etree.Element, name string) string {
	return strings.TrimSpace(e.SelectAttrValue(name, ""))
}

// below returns all descendants of a tag, in document order.
func below(e *etree.Element, tag string) (found []*etree.Element) {
	for _, c := range e.ChildElements() {
		if c.Tag == tag {
			found = append(found, c)
		}
		found = append(found, below(c, tag)...)
	}
	return found
}
