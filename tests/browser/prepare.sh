#!/usr/bin/env bash
# Gets what the tests in this folder need, as far as it is missing. It may be run again at any time.
#     prepare.sh PYTHON
set -euo pipefail
python=$1
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$(dirname "$here")")

wanted=()
if [ -z "${CHROMIUM:-}" ] && ! command -v chromium chromium-browser google-chrome > /dev/null; then
  wanted+=(chromium)
fi
command -v npm > /dev/null || wanted+=(npm)
if [ ${#wanted[@]} -gt 0 ]; then
  if [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    echo "Installing ${wanted[*]} ..."
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq --no-install-recommends "${wanted[@]}" > /dev/null
  else
    echo "The browser tests need ${wanted[*]}: install that, then \`make browser\` again." >&2
    exit 1
  fi
fi

"$python" -c 'import playwright' 2> /dev/null ||
  "$python" -m pip install --quiet --disable-pip-version-check --editable "$root[browser]"

lock=$here/package-lock.json
cmp -s "$lock" "$here/node_modules/.ready" || {
  npm ci --prefix "$here" --silent --no-audit --no-fund
  cp "$lock" "$here/node_modules/.ready"
}
echo "Ready for the browser tests: \`make test\` runs them with all others."
