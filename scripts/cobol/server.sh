#!/bin/sh
# Starts the COBOL server on standard input and output. Nothing is compiled here: npm ci has done that.
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
if ! command -v node >/dev/null 2>&1; then
  echo 'cobol-server: Node.js 20 or newer is needed and was not found. Install it from https://nodejs.org.' >&2
  exit 127
fi
if [ ! -f "$root/dist/main.js" ]; then
  echo "cobol-server: not built yet. Run: npm ci" >&2
  exit 1
fi
exec node "$root/bin/quartet.js" cobol "$@"
