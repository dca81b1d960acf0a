#!/usr/bin/env bash
# Writes the stores of version 0.2.0 that ReleasedStoreTests reads, by a program that is built inside that version. It is done
# once; what it wrote is kept with the tests.
#
#   make_0_2.sh FOLDER   builds in FOLDER/source, which takes as long as a first build, and writes into FOLDER/stores
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mkdir -p "${1:?a folder to work in}" && cd "$1" && pwd)
# The last commit before the changelog had an entry for what comes after 0.2.0.
released=613e5d2ef3b5acfa6972efa6dd6e8117f31388e6

if [ ! -d "$work/source" ]; then
    git -C "$here" worktree add --detach "$work/source" "$released"
fi
cd "$work/source"
mkdir -p Sources/makestores
cp "$here/MakeStores02.swift" Sources/makestores/MakeStores.swift
if ! grep -q '"makestores"' Package.swift; then
    # HealthKit's package access is what the person's side needs.
    sed -i 's|^        // A third-party app, to try the permission sheet with.|        .executableTarget(name: "makestores", dependencies: ["HealthKit"]),\n&|' Package.swift
fi
swift build --product makestores ${SWIFT_BUILD_OPTIONS:-}
make=$(swift build --show-bin-path)/makestores

# Nothing of the person who runs this is read or noted.
rm -rf "$work/home" "$work/stores"
mkdir -p "$work/home" "$work/stores"
chmod 700 "$work/home"
export HOME=$work/home XDG_RUNTIME_DIR=$work/home XDG_STATE_HOME=$work/home XDG_DATA_HOME=$work/home
"$make" plain "$work/stores"
# Everything is in the file itself, or the copy would lack it.
if [ -s "$work/stores/released-0.2.store-log" ]; then
    echo "make_0_2: the store's log was left behind" >&2
    exit 1
fi
cp "$work/stores/released-0.2.store" "$work/stores/locked-0.2.store"
"$make" encrypt "$work/stores"
"$make" save "$work/stores"
rm -f "$work"/stores/*-console "$work"/stores/*-shm "$work"/stores/*-mark
ls -l "$work/stores"
