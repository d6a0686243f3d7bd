# What the shell tests share. Arguments of each: the tool, and the checker of JSON lines.
# shellcheck shell=bash

tool=$1
checker=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

# fail MESSAGE: says so, and goes on.
fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

# expect CODE COMMAND...: runs it, keeps its words in the files out and err, and compares its exit code.
expect() {
    local wanted=$1
    shift
    "$@" >out 2>err
    local code=$?
    [ $code -eq "$wanted" ] || {
        fail "exit code $code instead of $wanted: $*"
        cat out err >&2
    }
}

# says FILE TEXT: the file holds the text.
says() {
    grep -qF -- "$2" "$1" || {
        fail "'$2' is not in $1:"
        cat "$1" >&2
    }
}

# silent FILE: the file is empty.
silent() {
    [ ! -s "$1" ] || {
        fail "$1 should be empty:"
        cat "$1" >&2
    }
}

# json FILE: every line is one valid object.
json() {
    HOLDFAST_VALIDATE=1 "$checker" standard_input <"$1" >/dev/null || fail "not valid JSON: $1"
}

# value FILE KEY: the value of a member in the first line.
value() {
    head -n 1 "$1" | grep -o "\"$2\": [^,}]*" | head -n 1 | sed 's/^[^:]*: //; s/"//g'
}

# Files in FCLIB's format can be left out of a build.
need_files() {
    if ! "$tool" generate --contacts 1 --output probe.hdf5 >probe.out 2>&1; then
        if grep -qi 'fclib' probe.out; then
            echo "skipped: this build has no FCLIB files"
            exit 77
        fi
        cat probe.out >&2
        exit 1
    fi
}

# finish: the end of the script, wherever it stands.
finish() {
    [ $failures -eq 0 ] || exit 1
    echo "all well"
    exit 0
}
