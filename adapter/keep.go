package adapter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gsd-install/gsd-install/emit"
	"github.com/gsd-install/gsd-install/plan"
)

// kept is the record of what was put into a host's state, by key: the sums that each may have. Two
// are of a run that has not come to its end.
type kept map[string][]plan.Sum

func (i *Imperative) keptKey() string {
	return path.Join(plan.StateDir, i.disk.cfg.Pack.Prefix+".json")
}

func (i *Imperative) readKept(ctx context.Context) (kept, error) {
	data, err := i.state.Read(ctx, i.keptKey())
	if errors.Is(err, fs.ErrNotExist) {
		return kept{}, nil
	}
	k := kept{}
	if err == nil {
		err = json.Unmarshal(data, &k)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: what is whose in the state is not known: %w", i.keptKey(), err)
	}
	return k, nil
}

// writeKept writes the record, or takes it away when nothing is kept.
func (i *Imperative) writeKept(ctx context.Context, k kept) error {
	if len(k) == 0 {
		err := i.state.remove(ctx, i.keptKey())
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return i.state.write(ctx, i.keptKey(), data)
}

// keep puts what lies beside into the state, by the rows of emit's table. Bytes that are equal and
// in no record are the user's: they stay, also when the pack leaves. Other ones that are not ours, or
// were edited, are left for a *ConflictError, and nothing is written if the policy is emit.Stop.
// What fails is taken back.
func (i *Imperative) keep(ctx context.Context) (err error) {
	old, err := i.readKept(ctx)
	if err != nil {
		return err
	}
	want, before := map[string][]byte{}, map[string][]byte{}
	next, during := kept{}, maps.Clone(old)
	conflict := &ConflictError{stopped: i.disk.cfg.Policy == emit.Stop}
	for _, a := range i.registry.stored {
		key := storedKey(a)
		have, err := i.state.Read(ctx, key)
		there := err == nil
		if !there && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		ours, sum := old[key] != nil, plan.SumOf(have)
		switch {
		case there && sum == a.Sum:
			if ours {
				next[key] = []plan.Sum{a.Sum}
			}
			continue
		case there && !slices.Contains(old[key], sum):
			conflict.Changes = append(conflict.Changes, foreign(a, sum, ours))
			if ours {
				next[key] = old[key]
			}
			continue
		case there:
			before[key] = have
		}
		if want[key], err = a.Bytes(); err != nil {
			return err
		}
		next[key] = []plan.Sum{a.Sum}
		during[key] = append(slices.Clone(old[key]), a.Sum)
	}
	left := len(conflict.Changes) > 0
	if left && conflict.stopped {
		return conflict
	}
	if err := i.turn(ctx, old, during, next, want, before); err != nil {
		return err
	}
	if left {
		return conflict
	}
	return nil
}

// turn makes the state that of another record. The one of both is written first, so that after a kill
// it is known what may be ours.
func (i *Imperative) turn(ctx context.Context, old, during, next kept, want, before map[string][]byte) (err error) {
	if maps.EqualFunc(old, next, slices.Equal) && len(want) == 0 {
		return nil
	}
	stale := maps.Clone(old)
	maps.DeleteFunc(stale, func(key string, _ []plan.Sum) bool { return next[key] != nil })
	for key := range stale {
		if have, err := i.state.Read(ctx, key); err == nil && slices.Contains(old[key], plan.SumOf(have)) {
			before[key] = have
		}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, i.restore(context.WithoutCancel(ctx), want, before, old))
		}
	}()
	if len(want) > 0 {
		if err := i.writeKept(ctx, during); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := i.state.write(ctx, key, want[key]); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	if err := i.drop(ctx, stale); err != nil {
		return err
	}
	return i.writeKept(ctx, next)
}

// storedKey is where an artifact lies in the state.
func storedKey(a plan.Artifact) string { return path.Join(a.Mount, a.Path) }

// foreign is an artifact at whose place there is something else.
func foreign(a plan.Artifact, have plan.Sum, ours bool) plan.Change {
	why := "somebody else's is there in the state"
	if ours {
		why = "edited since it was put into the state"
	}
	return plan.Change{Action: plan.Conflict, Mount: a.Mount, Path: a.Path, Why: why, Rule: a.Rule, Sources: a.Sources, Want: a.Sum, Have: have, Mode: a.Mode}
}

// restore puts back what was there before a run that failed.
func (i *Imperative) restore(ctx context.Context, want, before map[string][]byte, old kept) error {
	var errs []error
	keys := slices.AppendSeq(slices.Collect(maps.Keys(want)), maps.Keys(before))
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		if have, ok := before[key]; ok {
			errs = append(errs, i.state.write(ctx, key, have))
		} else if err := i.state.remove(ctx, key); !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err // the record still says what may be ours
	}
	return i.writeKept(ctx, old)
}

// drop removes keys that are as they were put there. Others are the user's from then on.
func (i *Imperative) drop(ctx context.Context, ours kept) error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(ours)) {
		have, err := i.state.Read(ctx, key)
		if err == nil && slices.Contains(ours[key], plan.SumOf(have)) {
			err = i.state.remove(ctx, key)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// leave takes what lies beside out of the state.
func (i *Imperative) leave(ctx context.Context) error {
	if !i.state.installed { // another process has put it there
		if err := i.state.Install(ctx); err != nil {
			return err
		}
		defer i.state.Uninstall(ctx)
	}
	old, err := i.readKept(ctx)
	if err != nil {
		return err
	}
	if err := i.drop(ctx, old); err != nil {
		return err
	}
	return i.writeKept(ctx, nil)
}

// reader is the tool by which the model reads what lies in the state.
func (i *Imperative) reader() Tool {
	name := i.disk.cfg.Pack.Prefix + "-read"
	said := fmt.Sprintf("reads a file of %s whose name begins with %s", i.disk.cfg.Pack.Name, storedAt)
	return Tool{Item{Name: name, Description: said, Text: said}, func(ctx context.Context, name string) (string, error) {
		key, ok := strings.CutPrefix(strings.TrimSpace(name), storedAt)
		// Also what was there before: the texts mean whatever lies at the place that they name.
		if !ok || !slices.ContainsFunc(i.registry.stored, func(a plan.Artifact) bool { return storedKey(a) == key }) {
			return "", notThere("read", name)
		}
		data, err := i.state.Read(ctx, key)
		return string(data), err
	}}
}
