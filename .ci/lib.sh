# Sourced by the other scripts in this folder.
#
# step NAME COMMAND... runs a command, prints how long it took, and remembers
# whether it failed; the script goes on. finish prints what failed and exits.
# The functions behind finish are for scripts that work on a module in $work.

set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
export GOFLAGS="${GOFLAGS:-}"
failed=()

step() {
  local name=$1 begin=$SECONDS code=0
  shift
  printf '== %s: %s\n' "$name" "$*"
  "$@" </dev/null || code=$?
  printf '== %s: %s in %d s\n\n' "$name" "$([ $code = 0 ] && echo ok || echo "FAILED ($code)")" $((SECONDS - begin))
  [ $code = 0 ] || failed+=("$name")
  return 0
}

skip() {
  printf '== %s: skipped, %s\n\n' "$1" "$2"
}

finish() {
  if [ ${#failed[@]} != 0 ]; then
    printf 'FAILED after %d s: %s\n' $SECONDS "${failed[*]}"
    exit 1
  fi
  printf 'all steps ok, %d s\n' $SECONDS
}

# at FOLDER COMMAND... runs a command there.
at() (
  cd "$1" || return
  shift
  "$@"
)

# fetch NAME PATH@VERSION copies a module out of the module cache.
fetch() {
  local dir
  dir=$(go mod download -json "$2" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p')
  [ -n "$dir" ] || return 1
  cp -r "$dir" "$work/$1" && chmod -R u+w "$work/$1"
}

# adopt TREE makes the module in the current folder depend on a tree of
# xmlserde.
adopt() {
  go mod edit -require=github.com/xmlserde/xmlserde@v0.0.0 -replace="github.com/xmlserde/xmlserde=$1" &&
    GOFLAGS=-mod=mod go get github.com/xmlserde/xmlserde@v0.0.0
}

# reports COMMAND... runs a checker, whose exit status 1 or 3 may say that it
# reported something. What it prints is looked at afterwards.
reports() {
  local code=0
  "$@" || code=$?
  [ $code = 0 ] || [ $code = 1 ] || [ $code = 3 ]
}
