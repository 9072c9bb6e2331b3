package emit

// inject, if not nil, stands between the program and every call that changes a
// disk or makes it durable: tests let calls fail there, or end the run before or after
// one. op names the call, name the OS path.
var inject func(op, name string, do func() error) error

// call makes one such call.
func call(op, name string, do func() error) error {
	if inject == nil {
		return do()
	}
	return inject(op, name, do)
}
