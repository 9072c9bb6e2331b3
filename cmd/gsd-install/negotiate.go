package main

import (
	"fmt"

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
		Args:    a.oneHost,

		ValidArgsFunction: a.completeHost,

		RunE: func(_ *cobra.Command, args []string) error { return a.negotiate(args[0]) },
	}
	a.opt.commonFlags(cmd.Flags())
	return cmd
}

func (a *app) negotiate(id string) error {
	h, _ := a.set.Get(id)
	agreed := h.Agreement()
	if a.opt.json {
		return a.printJSON(negotiated{id, agreed})
	}
	fmt.Fprintf(a.out, "%s, protocol %d\n\n", h.Title, agreed.ProtocolVersion)
	printTable(a.out, "  ", axisRows(agreed.Effective))
	fmt.Fprintln(a.out)
	var points [][]string
	for _, p := range hostapi.Points() {
		o := agreed.Points[p]
		points = append(points, []string{string(p), string(o.EffectiveLevel), o.Fallback})
	}
	printTable(a.out, "  ", points)
	for _, warning := range agreed.Warnings {
		fmt.Fprintln(a.err, "note: "+warning)
	}
	return nil
}

// axisRows are the axes with their values.
func axisRows(x hostapi.Axes) [][]string {
	d := x.Dispatch
	return [][]string{
		{"embeddingMode", fmt.Sprint(x.EmbeddingMode)},
		{"commandSurface", fmt.Sprint(x.CommandSurface)},
		{"modelMode", fmt.Sprint(x.ModelMode)},
		{"hookBus", fmt.Sprint(x.HookBus)},
		{"stateIO", fmt.Sprint(x.StateIO)},
		{"transport", fmt.Sprint(x.Transport)},
		{"runtime", fmt.Sprint(x.Runtime)},
		{"effortSurface", fmt.Sprint(x.EffortSurface)},
		{"dispatch.namedDispatch", fmt.Sprint(d.NamedDispatch)},
		{"dispatch.nested", fmt.Sprint(d.Nested)},
		{"dispatch.maxDepth", fmt.Sprint(d.MaxDepth)},
		{"dispatch.background", fmt.Sprint(d.Background)},
		{"dispatch.subagentToolkit", fmt.Sprint(d.SubagentToolkit)},
		{"dispatch.backgroundDispatch", fmt.Sprint(d.BackgroundDispatch)},
		{"dispatch.isolation", fmt.Sprint(d.Isolation)},
		{"dispatch.maxConcurrency", fmt.Sprint(d.MaxConcurrency)},
	}
}
