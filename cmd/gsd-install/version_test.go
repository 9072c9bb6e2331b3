package main

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef0123"}, {Key: "vcs.modified", Value: modified}}
	}
	for want, info := range map[string]debug.BuildInfo{
		"gsd-install 0.0.0-devel":            {},
		"gsd-install 0.0.0-devel (go1.26.8)": {GoVersion: "go1.26.8", Main: debug.Module{Version: "(devel)"}},
		"gsd-install 1.2.3 (go1.26.8)":       {GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"}},
		"gsd-install 1.2.3 (commit 0123456789ab, go1.26.8)": {
			GoVersion: "go1.26.8", Main: debug.Module{Version: "v1.2.3"}, Settings: vcs("false"),
		},
		"gsd-install 1.2.4-0.20260102030405-0123456789ab+dirty (commit 0123456789ab, changed since)": {
			Main: debug.Module{Version: "v1.2.4-0.20260102030405-0123456789ab+dirty"}, Settings: vcs("true"),
		},
	} {
		if got := builtAs(&info).String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
