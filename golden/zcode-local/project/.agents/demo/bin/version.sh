#!/bin/sh
# ~/.claude/demo is only a word here.
echo 1.2.3
