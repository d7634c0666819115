#!/bin/sh
# seeds.sh TARGET: the folders and files that a fuzzer of the target begins with, a line each. They are
# the suite's own, and what once showed a mistake.
folder=$(dirname "$0")/corpus/$1
[ ! -d "$folder" ] || echo "$folder"
case $1 in
scenario) ls -d cases/*/*.loop ;;
expectation) ls -d expected/*/*.trace ;;
script) ls -d cases/*/*.js ;;
catalogue) find cases/catalogue -name "*.rules" ;;
baseline) ls -d expected/baselines/*.baseline ;;
esac
