package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/plan"
	"github.com/spf13/cobra"
)

// matrixFormats are the values of matrix --format.
var matrixFormats = []string{"text", "markdown", "json"}

func (a *app) matrixCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "matrix",
		Short: "Compare what the hosts can do",
		Long: `Compare what the hosts can do: the axes of the Host-Integration Interface, and where
each kind of thing goes. Who says so is in gsd-install hosts show HOST.`,
		Example: "  gsd-install matrix\n  gsd-install matrix --format=markdown",
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case !slices.Contains(matrixFormats, format):
				return &usageError{
					message: "unknown word --format=" + format,
					hint:    suggest(format, matrixFormats, "--format=", "it takes "+strings.Join(matrixFormats, ", ")),
				}
			case a.opt.json && cmd.Flags().Changed("format") && format != "json":
				return usagef("--json means --format=json and excludes --format=%s", format)
			}
			return a.matrix(format)
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "`WORD` is text, markdown or json")
	_ = cmd.RegisterFlagCompletionFunc("format", oneOf(matrixFormats...)) // the flag is there
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

func (a *app) matrix(format string) error {
	hosts := a.set.Hosts()
	switch {
	case a.opt.json || format == "json":
		rows := []matrixRow{}
		for _, h := range hosts {
			rows = append(rows, matrixRowOf(h))
		}
		return a.printJSON(rows)
	case format == "markdown":
		_, err := fmt.Fprint(exact{a.out}, matrixMarkdown(hosts))
		return err
	}
	for i, t := range matrixTables(hosts) {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		fmt.Fprintln(a.out, t.title)
		for j, part := range t.parts(a.out.columns()) {
			if j > 0 {
				fmt.Fprintln(a.out)
			}
			printTable(a.out, "", part)
		}
	}
	return nil
}

// matrixRow is one element of matrix --json.
type matrixRow struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Lifecycle string `json:"lifecycle"`
	// Axes are values by name, those of dispatch in a table of their own.
	Axes map[string]any `json:"axes"`
	// Places are paths by kind for each scope; a kind that is not there has none.
	Places       map[plan.Scope]map[string]string `json:"places"`
	HooksSurface string                           `json:"hooksSurface"`
}

func matrixRowOf(h descriptors.Host) matrixRow {
	dispatch := map[string]any{}
	r := matrixRow{
		ID: h.ID, Title: h.Title, Lifecycle: h.Lifecycle, HooksSurface: h.Hooks.Surface,
		Axes:   map[string]any{"dispatch": dispatch},
		Places: map[plan.Scope]map[string]string{plan.Global: {}, plan.Local: {}},
	}
	for _, axis := range h.HostIntegration.Axes() {
		if name, ok := strings.CutPrefix(axis.Name, "dispatch."); ok {
			dispatch[name] = axis.Value
		} else {
			r.Axes[axis.Name] = axis.Value
		}
	}
	for _, p := range placesOf(h) {
		r.Places[p.Scope][p.Kind] = p.Path
	}
	return r
}
