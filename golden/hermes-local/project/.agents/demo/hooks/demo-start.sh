#!/bin/sh
# Says one line; ~/.claude is only a word here.
echo 'demo: ready'
