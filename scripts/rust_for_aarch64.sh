#!/usr/bin/env bash
# A rustc with Rust's library for AArch64 for the tests, as set-up calls it: scripts/rust_for_aarch64.sh VENV. It goes into
# VENV/rust-aarch64, which no PATH shows: Debian's rustc-web and what that needs, and the library of its other architecture. apt-get
# fetches the packages without installing them, so it needs no root. Where they cannot be had, their tests are skipped.
set -euo pipefail
place=$PWD/$1/rust-aarch64

say() { echo "setup: $*" >&2; }

apt() {  # with lists of its own: what the machine installs from stays as it is
    "$1" -qq -o Dir::Etc::sourcelist="$place/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$place/apt/lists" \
        -o Dir::Cache="$place/apt" -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false \
        -o APT::Sandbox::User= -o APT::Architectures::=amd64 -o APT::Architectures::=arm64 "${@:2}" </dev/null
}

install() {
    local mirror needed
    [ "$(uname -m)" = x86_64 ] && . /etc/os-release || return 1
    # shellcheck disable=SC2016  # apt-get replaces what looks like variables
    mirror=$(apt-get indextargets 'Created-By: Packages' --format '$(ORIGIN) $(REPO_URI)' 2>/dev/null | sed -n 's/^Debian //p' |
        grep -m 1 '/debian/*$') || { say "this machine's apt-get knows no Debian."; return 1; }
    say "apt-get fetches rustc-web and Rust's library for AArch64 into $1/rust-aarch64, some 130 MB"
    rm -rf "$place"
    mkdir -p "$place/apt/lists/partial" "$place/apt/archives/partial"
    echo "deb [arch=amd64,arm64 signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $VERSION_CODENAME main" >"$place/apt/sources.list"
    apt apt-get update || return 1
    needed=$(apt apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances rustc-web |
        grep -E '^lib(std-rust-web-[0-9.]+|llvm[0-9]+)$')
    # shellcheck disable=SC2086  # several packages
    (cd "$place/apt" && apt apt-get download rustc-web $needed libstd-rust-web-dev:arm64 && for package in *.deb; do dpkg-deb -x "$package" ..; done) || return 1
    rm -rf "$place/apt"
    LD_LIBRARY_PATH=$place/usr/lib/x86_64-linux-gnu "$place/usr/bin/rustc" --version >/dev/null && touch "$place/.installed"
}

if [ ! -e "$place/.installed" ] && ! install "$1"; then
    say "Rust for AArch64 could not be had: the last words about it are above. Its tests are skipped without."
fi
