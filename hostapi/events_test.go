package hostapi_test

import (
	"slices"
	"testing"

	"github.com/gsd-install/gsd-install/hostapi"
)

func TestHookEvents(t *testing.T) {
	claude, ok := hostapi.HookEvents("claude")
	for _, e := range hostapi.PortableEvents() {
		if !ok || !slices.Contains(claude, e) {
			t.Errorf("the dialect claude has no %s: %q", e, claude)
		}
	}
	if gemini, ok := hostapi.HookEvents("gemini"); !ok || !slices.Contains(gemini, "BeforeTool") || len(gemini) != len(claude) || slices.Contains(gemini, "PreToolUse") {
		t.Errorf("the dialect gemini has %q, %v", gemini, ok)
	}
	for _, name := range []string{"", "opencode", "undocumented", "__proto__"} {
		if events, ok := hostapi.HookEvents(name); ok || events != nil {
			t.Errorf("a dialect %q has %q", name, events)
		}
	}
}

func TestExtensionEvents(t *testing.T) {
	for name, one := range map[string]string{"opencode": "tool.execute.before", "pi": "tool_call"} {
		if events, ok := hostapi.ExtensionEvents(name); !ok || !slices.Contains(events, one) {
			t.Errorf("%s has %q, %v", name, events, ok)
		}
	}
	if events, ok := hostapi.ExtensionEvents("none"); !ok || len(events) != 0 {
		t.Errorf("none has %q, %v", events, ok)
	}
	if events, ok := hostapi.ExtensionEvents("claude"); ok || events != nil {
		t.Errorf("a surface claude has %q", events)
	}
}
