# Sourced by the other scripts in this folder.
#
# step NAME COMMAND... runs a command, prints how long it took, and remembers
# whether it failed; the script goes on. finish prints what failed and exits.

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
