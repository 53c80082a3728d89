package text

import (
	"fmt"
	"io"
	"strings"

	"agon/lab/training"
	"agon/show/term/table"
)

// Arrays prints the arrays of an environment as a table.
func Arrays(out io.Writer, d training.Description) error {
	style := table.On(out, nil)
	t := &table.Table{Columns: []table.Column{{Head: "Array", Width: 24}, {Head: "Type", Width: 6}, {Head: "Shape", Width: 24},
		{Head: "Written", Width: 24}}}
	when := map[training.Group]string{training.Given: "by the learner", training.Stepped: "by each step",
		training.Asked: "when it is asked for", training.View: "when it is asked for"}
	for _, a := range d.Arrays {
		name := a.Name
		if a.Group == training.View {
			name = "view." + name
		}
		t.Rows = append(t.Rows, []table.Cell{table.Text(name), table.Text(a.Type), table.Text(strings.Trim(fmt.Sprint(a.Shape), "[]")),
			table.Text(when[a.Group])})
	}
	if err := t.Write(out, style); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\n%s\n", style.Wrap(fmt.Sprintf("Moves, by the index that is an action: %s", strings.Join(d.Moves, ", "))))
	return err
}
