package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/gsd-install/gsd-install/descriptors"
	"github.com/gsd-install/gsd-install/hostapi"
	"github.com/spf13/cobra"
)

// negotiated is what negotiate --json prints.
type negotiated struct {
	Host string `json:"host"`
	hostapi.Agreement
}

func (a *app) negotiateCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "negotiate HOST",
		Short: "Show what a host can do, and what happens where it falls short",
		Long: `Show what a host and this program can do together: each axis of the
Host-Integration Interface with the value agreed on, and for each interface
point its level and what happens instead.`,
		Example: "  gsd-install negotiate {host}\n  gsd-install negotiate {other} --json",
		Args:    oneHost,
		RunE:    func(_ *cobra.Command, args []string) error { return a.negotiate(args[0]) },
	}
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

func (a *app) negotiate(id string) error {
	h, _ := descriptors.Get(id)
	agreed := hostapi.Negotiate(h.Declaration(), hostapi.DefaultEngine())
	if a.opt.json {
		return a.printJSON(negotiated{id, agreed})
	}
	fmt.Fprintf(a.out, "%s, protocol %d\n\n", h.Title, agreed.ProtocolVersion)
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, row := range axisRows(agreed.Effective) {
		fmt.Fprintf(w, "  %s\t%v\n", row.name, row.value)
	}
	w.Flush()
	fmt.Fprintln(a.out)
	for _, p := range hostapi.Points() {
		o := agreed.Points[p]
		fmt.Fprintf(w, "  %s\t%s\t%s\n", p, o.EffectiveLevel, o.Fallback)
	}
	w.Flush()
	for _, warning := range agreed.Warnings {
		fmt.Fprintln(a.err, "note: "+warning)
	}
	return nil
}

// axisRow is one axis and its value.
type axisRow struct {
	name  string
	value any
}

func axisRows(x hostapi.Axes) []axisRow {
	d := x.Dispatch
	return []axisRow{
		{"embeddingMode", x.EmbeddingMode},
		{"commandSurface", x.CommandSurface},
		{"modelMode", x.ModelMode},
		{"hookBus", x.HookBus},
		{"stateIO", x.StateIO},
		{"transport", x.Transport},
		{"runtime", x.Runtime},
		{"effortSurface", x.EffortSurface},
		{"dispatch.namedDispatch", d.NamedDispatch},
		{"dispatch.nested", d.Nested},
		{"dispatch.maxDepth", d.MaxDepth},
		{"dispatch.background", d.Background},
		{"dispatch.subagentToolkit", d.SubagentToolkit},
		{"dispatch.backgroundDispatch", d.BackgroundDispatch},
		{"dispatch.isolation", d.Isolation},
		{"dispatch.maxConcurrency", d.MaxConcurrency},
	}
}
