package main

import (
	"github.com/gsd-install/gsd-install/attribution"
	"github.com/gsd-install/gsd-install/plan"
)

// attributionDocument is what attribute --json prints. No list is null.
type attributionDocument struct {
	Base packName `json:"base"`
	Head packName `json:"head"`
	// Result is "unexplained", "abandoned", "grown", "spent" where --strict counts that, or "explained".
	Result      string              `json:"result"`
	Unexplained int                 `json:"unexplained"`
	Moves       []attribution.Move  `json:"moves"`
	Spent       []attribution.Spent `json:"spent"`
	Abandoned   []abandoned         `json:"abandoned"`
	Growth      growthDocument      `json:"growth"`
}

type growthDocument struct {
	Always []alwaysRow `json:"always"`
	Excess []excessRow `json:"excess"`
}

// measure is a growth; Tokens is an estimate.
type measure struct {
	Bytes  int `json:"bytes"`
	Tokens int `json:"tokens"`
	// Over reports that it is more than the threshold.
	Over bool `json:"over"`
}

type alwaysRow struct {
	attribution.Always
	measure
}

type excessRow struct {
	attribution.Excess
	measure
}

func (r *compared) document() attributionDocument {
	d := attributionDocument{
		Base:   packName{r.from.pack.Name, r.from.pack.Version},
		Head:   packName{r.to.pack.Name, r.to.pack.Version},
		Result: "explained", Unexplained: len(attribution.Unexplained(r.moves)),
		Moves: r.moves, Spent: append([]attribution.Spent{}, r.spent...),
		Abandoned: r.left,
		Growth:    growthDocument{Always: []alwaysRow{}, Excess: []excessRow{}},
	}
	for _, g := range r.always {
		d.Growth.Always = append(d.Growth.Always, alwaysRow{g, measureOf(g.Size, r.tooMuch(g))})
	}
	for _, e := range r.excess {
		d.Growth.Excess = append(d.Growth.Excess, excessRow{e, measureOf(e.Size, r.tooLong(e))})
	}
	switch grown := anyOver(d.Growth); {
	case d.Unexplained > 0:
		d.Result = "unexplained"
	case len(r.left) > 0:
		d.Result = "abandoned"
	case grown:
		d.Result = "grown"
	case r.finds():
		d.Result = "spent"
	}
	return d
}

func measureOf(s attribution.Size, over bool) measure {
	return measure{s.Growth(), plan.Tokens(s.Growth()), over}
}

func anyOver(g growthDocument) bool {
	for _, row := range g.Always {
		if row.Over {
			return true
		}
	}
	for _, row := range g.Excess {
		if row.Over {
			return true
		}
	}
	return false
}
