#!/bin/sh
# Checks a COBOL server against its written criteria: scripts/cobol/conformance.sh [COMMAND ARGUMENT...]; ours when none is given.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
if ! command -v node >/dev/null 2>&1; then
  echo 'SKIPPED: Node.js 20 or newer is needed to run the conformance cases.'
  exit 0
fi
[ $# -gt 0 ] || set -- "$here/server.sh"
exec node "$here/../../test/conformance/cobol.js" "$@"
