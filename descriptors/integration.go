package descriptors

import "github.com/gsd-install/gsd-install/hostapi"

// Axis is the declared value of one axis of ADR-1239 with its citation. Value is
// a string, bool or integer; the string "undocumented" means that the host's
// documentation is silent.
type Axis struct {
	Value  any    `toml:"value"`
	Source string `toml:"source"`
}

// HostIntegration is a host's declaration of the nine axes (ADR-1239).
type HostIntegration struct {
	EmbeddingMode  Axis     `toml:"embeddingMode"`
	CommandSurface Axis     `toml:"commandSurface"`
	ModelMode      Axis     `toml:"modelMode"`
	HookBus        Axis     `toml:"hookBus"`
	StateIO        Axis     `toml:"stateIO"`
	Transport      Axis     `toml:"transport"`
	Runtime        Axis     `toml:"runtime"`
	EffortSurface  Axis     `toml:"effortSurface"`
	Dispatch       Dispatch `toml:"dispatch"`
	// ExtensionEvents is opencode, pi or none; empty if not declared.
	ExtensionEvents string `toml:"extensionEvents"`
}

// Dispatch is the ninth axis, a struct.
type Dispatch struct {
	NamedDispatch      Axis `toml:"namedDispatch"`
	Nested             Axis `toml:"nested"`
	MaxDepth           Axis `toml:"maxDepth"`
	Background         Axis `toml:"background"`
	SubagentToolkit    Axis `toml:"subagentToolkit"`
	BackgroundDispatch Axis `toml:"backgroundDispatch"`
	Isolation          Axis `toml:"isolation"`
	MaxConcurrency     Axis `toml:"maxConcurrency"`
}

// OrchestratorExec is how a program runs one headless turn on the host.
type OrchestratorExec struct {
	Command    string   `toml:"command"`
	Args       []string `toml:"args"`
	CwdFlag    string   `toml:"cwdFlag"`
	PromptFlag string   `toml:"promptFlag"`
	ModelFlag  string   `toml:"modelFlag"`
	// Unasked reports that the host asks nobody in such a turn before it runs a command or
	// changes a file, be it for one of Args or by itself. Nothing runs it so without leave.
	Unasked bool   `toml:"unasked"`
	Source  string `toml:"source"`
}

// Effort is how a host takes a reasoning effort.
type Effort struct {
	// Param is the argument or key, "--effort {level}"; empty if there is none.
	Param  string   `toml:"param"`
	Levels []string `toml:"levels"`
	// Clamp maps universal levels that the host lacks to ones that it has.
	Clamp  map[string]string `toml:"clamp"`
	Source string            `toml:"source"`
}

// Exec is how a program runs one turn of the host, with its effort.
func (h Host) Exec() hostapi.Exec {
	x := h.OrchestratorExec
	return hostapi.Exec{
		Command: x.Command, Args: x.Args, CwdFlag: x.CwdFlag, PromptFlag: x.PromptFlag, ModelFlag: x.ModelFlag, Unasked: x.Unasked,
		Effort: hostapi.Effort{Param: h.Effort.Param, Levels: h.Effort.Levels, Clamp: h.Effort.Clamp},
	}
}

// NamedAxis is an axis under the name that ADR-1239 gives it, a field of the dispatch axis
// as "dispatch.FIELD".
type NamedAxis struct {
	Name string
	Axis
}

// Axes are all axes in the order of ADR-1239, those of dispatch last.
func (i HostIntegration) Axes() []NamedAxis {
	all := i.axes()
	for _, a := range i.Dispatch.axes() {
		all = append(all, NamedAxis{"dispatch." + a.Name, a.Axis})
	}
	return all
}

func (i HostIntegration) axes() []NamedAxis {
	return []NamedAxis{
		{"embeddingMode", i.EmbeddingMode},
		{"commandSurface", i.CommandSurface},
		{"modelMode", i.ModelMode},
		{"hookBus", i.HookBus},
		{"stateIO", i.StateIO},
		{"transport", i.Transport},
		{"runtime", i.Runtime},
		{"effortSurface", i.EffortSurface},
	}
}

func (d Dispatch) axes() []NamedAxis {
	return []NamedAxis{
		{"namedDispatch", d.NamedDispatch},
		{"nested", d.Nested},
		{"maxDepth", d.MaxDepth},
		{"background", d.Background},
		{"subagentToolkit", d.SubagentToolkit},
		{"backgroundDispatch", d.BackgroundDispatch},
		{"isolation", d.Isolation},
		{"maxConcurrency", d.MaxConcurrency},
	}
}
