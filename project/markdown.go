package project

import "strings"

// markdown writes frontmatter and body; the markdown renderers share it.
func (o *output) markdown() error {
	fields, err := o.fields()
	if err != nil {
		return err
	}
	head, err := frontmatter(fields)
	if err != nil {
		return o.errorf("%v", err)
	}
	body := o.body()
	if head == "" && strings.HasPrefix(body, "---") {
		// The body's own rule would be read as the beginning of a frontmatter.
		head = "---\n---\n"
	}
	o.put(head, body, "")
	return nil
}

// needBody refuses an item without text, which hosts drop or refuse to load.
func (o *output) needBody() error {
	if strings.TrimSpace(o.Item.Body) == "" {
		return o.errorf("%s has no body", o.Item.Name)
	}
	return nil
}
