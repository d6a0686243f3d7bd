#!/usr/bin/env bash
# paper: every experiment in its smallest form, within the bounds that it states itself; the list, the page, and names that do not exist.
# shellcheck source=test/tool/common.sh
. "$(dirname "$0")/common.sh"

expect 0 "$tool" paper
says out "daviet11-fig7"
expect 1 "$tool" paper daviet11-fgi7
says err "did you mean 'daviet11-fig7'"
expect 0 "$tool" paper --names
cp out names
[ -s names ] || fail "no experiments"

while read -r name; do
    expect 0 "$tool" paper "$name" --small --json --html page.html
    json out
    [ "$(value out name)" = "$name" ] || fail "$name: $(cat out)"
    [ "$(value out short)" = 0 ] || fail "$name falls short: $(cat out)"
    [ "$(value out expectations)" -gt 0 ] || fail "$name expects nothing"
    says page.html "<h2 id=\"$name\">"
done <names

expect 1 "$tool" paper daviet11-fig7 --small --html missing/page.html
says err "missing/page.html"
finish
