package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manName is the name of a command's page: gsd-install-hosts-add.
func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manPage is the manual page of a command in the man macros, made of what its help says.
func manPage(cmd *cobra.Command) string {
	cmd.InitDefaultHelpFlag()
	var b strings.Builder
	b.WriteString(".\\\" Made by make docs.\n")
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s \"%s manual\"\n", roff(strings.ToUpper(manName(cmd))), roff("gsd-install"), roff("gsd-install"))
	short := strings.ToLower(cmd.Short[:1]) + cmd.Short[1:]
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n\\fB%s\\fP\n", roff(manName(cmd)), roff(short), roff(cmd.UseLine()))
	b.WriteString(".SH DESCRIPTION\n" + prose(cmd.Long))
	section(&b, "COMMANDS", func() {
		for _, c := range cmd.Commands() {
			fmt.Fprintf(&b, ".TP\n\\fB%s\\fP(1)\n%s\n", roff(manName(c)), roff(c.Short))
		}
	})
	section(&b, "OPTIONS", func() { cmd.Flags().VisitAll(func(f *pflag.Flag) { b.WriteString(flagEntry(f)) }) })
	section(&b, "EXAMPLES", func() { b.WriteString(literal(strings.Split(cmd.Example, "\n"))) })
	b.WriteString(".SH EXIT STATUS\n")
	for _, s := range statusesOf(cmd) {
		fmt.Fprintf(&b, ".TP\n%d\n%s\n", s.status, roff(s.means))
	}
	if cmd.HasParent() {
		fmt.Fprintf(&b, ".SH SEE ALSO\n\\fB%s\\fP(1)\n", roff(manName(cmd.Parent())))
	}
	return b.String()
}

// section writes a heading if anything is written below it.
func section(b *strings.Builder, name string, body func()) {
	before := b.String()
	fmt.Fprintf(b, ".SH %s\n", name)
	empty := b.Len()
	if body(); b.Len() == empty {
		b.Reset()
		b.WriteString(before)
	}
}

// flagEntry is the entry of a flag.
func flagEntry(f *pflag.Flag) string {
	value, usage := pflag.UnquoteUsage(f)
	name := "\\fB" + roff("--"+f.Name) + "\\fP"
	if f.Shorthand != "" {
		name = "\\fB" + roff("-"+f.Shorthand) + "\\fP, " + name
	}
	if value != "" {
		name += " \\fI" + roff(value) + "\\fP"
	}
	if f.Value.Type() == "string" && f.DefValue != "" {
		usage += fmt.Sprintf(" (default %q)", f.DefValue)
	} else if f.Value.Type() == "int" && f.DefValue != "0" {
		usage += " (default " + f.DefValue + ")"
	}
	return ".TP\n" + name + "\n" + roff(usage) + "\n"
}

// prose is a text of paragraphs, of which those that are indented stay as they are.
func prose(text string) string {
	var paragraphs []string
	for _, p := range strings.Split(text, "\n\n") {
		lines := strings.Split(p, "\n")
		if strings.HasPrefix(p, "  ") {
			paragraphs = append(paragraphs, literal(lines))
			continue
		}
		paragraphs = append(paragraphs, roff(p)+"\n")
	}
	return strings.Join(paragraphs, ".PP\n")
}

// literal is a block of lines as they are, without the indentation that all of them have.
func literal(lines []string) string {
	indent := -1
	for _, l := range lines {
		if n := len(l) - len(strings.TrimLeft(l, " ")); l != "" && (indent < 0 || n < indent) {
			indent = n
		}
	}
	if indent < 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(".RS 4\n.nf\n")
	for _, l := range lines {
		b.WriteString(roff(l[min(indent, len(l)):]) + "\n")
	}
	return b.String() + ".fi\n.RE\n"
}

// roff spells a text for the formatter.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}
