package hostapi_test

import (
	"encoding/json"
	"fmt"

	"github.com/gsd-install/gsd-install/hostapi"
)

func ExampleNegotiate() {
	var host hostapi.Declaration
	err := json.Unmarshal([]byte(`{
		"embeddingMode": "declarative",
		"commandSurface": "slash-toml",
		"dispatch": {"namedDispatch": true, "nested": false, "maxDepth": 1, "subagentToolkit": "full", "maxConcurrency": 4},
		"modelMode": "passive",
		"hookBus": "host",
		"stateIO": "filesystem",
		"transport": "mcp",
		"runtime": "node",
		"effortSurface": "undocumented"
	}`), &host)
	if err != nil {
		fmt.Println(err)
		return
	}
	a := hostapi.Negotiate(host, hostapi.DefaultEngine())
	for _, p := range hostapi.Points() {
		fmt.Printf("%-9s %s\n", p, a.Points[p].EffectiveLevel)
	}
	fmt.Println("effort:", a.Effective.EffortSurface)
	fmt.Println("warning:", a.Warnings[0])
	// Output:
	// command   degraded
	// dispatch  degraded
	// model     degraded
	// hooks     full
	// state     full
	// artifact  degraded
	// effort: none
	// warning: effortSurface is undocumented: taken as none
}
