#!/bin/sh
# python_check.sh SOURCE BUILD: pip installs the module of a build into a virtual environment without a network, and the
# five lines of its README run there. Skips (77) where setuptools or venv are missing.
set -eu
source=$1
build=$2
python=/usr/bin/python3
"$python" -c 'import numpy, setuptools, venv, ensurepip' 2>/dev/null || { echo "no numpy, setuptools or venv"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$python" -m venv --system-site-packages "$work/venv"
# A copy, since setuptools writes beside the sources.
mkdir "$work/source"
cp -r "$source/pyproject.toml" "$source/setup.py" "$source/LICENSE" "$work/source/"
mkdir -p "$work/source/bindings/python"
cp -r "$source/bindings/python/yomi" "$source/bindings/python/README.md" "$work/source/bindings/python/"
YOMI_BUILD=$build "$work/venv/bin/pip" install --quiet --no-index --no-build-isolation --no-deps "$work/source"
cd "$work"
sed -n '/^```python$/,/^```$/p' "$source/bindings/python/README.md" | sed '/^```/d' > five.py
"$work/venv/bin/python" five.py
