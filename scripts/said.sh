# What a script says, to be sourced: lines with its name in front, and the help that its head is.

name=$(basename "$0" .sh)

say() { printf '%s: %s\n' "$name" "$*"; }

# fail STATUS WORDS: says them on standard error, and ends.
fail() {
    local status=$1
    shift
    say "$*" >&2
    exit "$status"
}

# Prints the comment that the script begins with, and ends.
help() {
    sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0"
    exit 0
}
