#!/bin/sh
# Installs or upgrades Tracker from a file of a release, after verifying who signed it:
#
#   sudo sh install.sh FILE [--key RW…] [--prefix /opt] [--bin /usr/local/bin]
#
# FILE is a .deb, an archive, the npm package or an image, with its .minisig beside it. An installed Tracker knows the key of its
# releases. The first time, name the key, taken from another place than the file. What that key did not sign, what is older than
# what is installed, and what is for another system is refused in one sentence, and nothing is changed.
set -eu

refuse() {
  echo "install.sh: $1" >&2
  exit 1
}

file='' key='' prefix=/opt bin=/usr/local/bin
while [ $# -gt 0 ]; do
  case "$1" in
    --key | --prefix | --bin)
      [ $# -ge 2 ] || refuse "$1 needs a value."
      case "$1" in --key) key=$2 ;; --prefix) prefix=$2 ;; *) bin=$2 ;; esac
      shift 2
      ;;
    -*) refuse "there is no $1: sh install.sh FILE [--key RW…] [--prefix /opt] [--bin /usr/local/bin]" ;;
    *)
      [ -z "$file" ] || refuse 'give one file.'
      file=$1
      shift
      ;;
  esac
done
[ -n "$file" ] || refuse 'give a file: sh install.sh FILE [--key RW…]'
[ -f "$file" ] || refuse "there is no $file."
name=$(basename "$file")

# What it is, and for which system.
system=''
case "$name" in
  va-tracker_*_amd64.deb) kind=deb system=linux-x64 ;;
  va-tracker_*_arm64.deb) kind=deb system=linux-arm64 ;;
  va-tracker-*-image-amd64.tar) kind=image system=linux-x64 ;;
  va-tracker-*-image-arm64.tar) kind=image system=linux-arm64 ;;
  va-tracker-*-linux-x64.tar.gz) kind=archive system=linux-x64 ;;
  va-tracker-*-linux-arm64.tar.gz) kind=archive system=linux-arm64 ;;
  va-tracker-*-windows-x64.zip) kind=zip system=windows-x64 ;;
  va-tracker-[0-9]*.tgz) kind=npm ;;
  *) refuse "$name is no file of a release that is installed." ;;
esac
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) here=linux-x64 ;;
  Linux-aarch64) here=linux-arm64 ;;
  *) here=$(uname -s)-$(uname -m) ;;
esac
[ -z "$system" ] || [ "$system" = "$here" ] || refuse "$name is for $system, and this is $here."
[ -f "$file.minisig" ] || refuse "$name is not signed: there is no $name.minisig beside it."

# What is verified is what is installed: a copy that nobody else can change. Others may read it: the installed program gives up
# root's rights before it looks at a file, and so does apt.
work=$(mktemp -d)
stage=''
trap 'rm -rf "$work" ${stage:+"$stage"}' EXIT
trap 'exit 130' HUP INT TERM
cp "$file" "$file.minisig" "$work/"
handovers=$(dirname "$file")/handovers.json
[ ! -f "$handovers" ] || cp "$handovers" "$work/"
chmod 755 "$work"
chmod 644 "$work"/*
copy=$work/$name

# The Tracker that is installed, whichever way.
program=''
for each in "$bin/tracker" /usr/bin/va-tracker "$(command -v va-tracker || true)" "$(command -v tracker || true)"; do
  [ -z "$program" ] && [ -n "$each" ] && [ -x "$each" ] || continue
  case "$(readlink -f "$each")" in *va-tracker*) program=$each ;; esac
done

# A field of what was signed with the file.
comment=''
field() {
  printf '%s' "$comment" | tr '\t' '\n' | sed -n "s/^$1://p" | head -n 1
}

# https://jedisct1.github.io/minisign/#signature-format
verify_by_openssl() {
  [ "$(sed -n 4p "$copy.minisig" | base64 -d 2>/dev/null | wc -c)" -eq 64 ] || return 1
  { printf '0*0\005\006\003+ep\003!\000' && tail -c 32 "$work/key"; } >"$work/key.der"
  tail -c 64 "$work/signature" >"$work/first"
  sed -n 4p "$copy.minisig" | base64 -d >"$work/second"
  openssl dgst -blake2b512 -binary "$copy" >"$work/digest"
  { cat "$work/first" && printf '%s' "$comment"; } >"$work/both"
  ask="openssl pkeyutl -verify -pubin -keyform DER -inkey $work/key.der -rawin"
  $ask -in "$work/digest" -sigfile "$work/first" >/dev/null 2>&1 && $ask -in "$work/both" -sigfile "$work/second" >/dev/null 2>&1
}

bytes() { od -An -tx1 -v "$1" | tr -d ' \n'; }
reversed() { fold -w2 | tac | tr -d '\n' | tr a-f A-F; }

verify_here() {
  printf '%s' "$key" | base64 -d >"$work/key" 2>/dev/null || refuse "$key is no public key of minisign."
  [ "$(wc -c <"$work/key")" -eq 42 ] || refuse "$key is no public key of minisign."
  sed -n 2p "$copy.minisig" | base64 -d >"$work/signature" 2>/dev/null || true
  comment=$(sed -n '3s/^trusted comment: //p' "$copy.minisig")
  [ "$(wc -c <"$work/signature")" -eq 74 ] && [ "$(head -c 2 "$work/signature")" = ED ] && [ -n "$comment" ] &&
    [ "$(wc -l <"$copy.minisig")" -eq 4 ] || refuse "$name.minisig is no signature in the format of minisign."
  [ "$(head -c 2 "$work/key")" = Ed ] || refuse "$key is no public key of minisign."
  by=$(bytes "$work/signature" | cut -c5-20 | reversed)
  known=$(bytes "$work/key" | cut -c5-20 | reversed)
  [ "$by" = "$known" ] || refuse "$name is signed by the key $by, which is not known here; known: $known."
  if command -v minisign >/dev/null; then
    minisign -Vqm "$copy" -P "$key" >/dev/null 2>&1 || refuse "$name or its signature was changed: the key $known did not sign it."
  elif openssl version 2>/dev/null | grep -q '^OpenSSL [3-9]'; then
    verify_by_openssl || refuse "$name or its signature was changed: the key $known did not sign it."
  else
    refuse 'verifying needs minisign, or OpenSSL 3: sudo apt install minisign'
  fi
  [ "$(field file)" = "$name" ] || refuse "$name is another file: it was signed as $(field file)."
}

if [ -n "$program" ] && "$program" upgrade --help 2>/dev/null | grep -q TRACKER_RELEASE_KEY; then
  [ -z "$key" ] || export TRACKER_RELEASE_KEY="$key"
  "$program" upgrade --check "$copy" || exit 1
elif [ -n "$key" ]; then
  verify_here
  installed=''
  [ -z "$program" ] || installed=$("$program" --version 2>/dev/null || true)
  [ -z "$installed" ] || [ "$(printf '%s\n' "$installed" "$(field version)" | sort -V | tail -n 1)" = "$(field version)" ] ||
    refuse "$name is $(field version), older than this, $installed."
else
  refuse 'no Tracker is installed that knows the key of its releases: give it with --key, taken from another place than the file.'
fi

install_archive() {
  if [ -e "$bin/tracker" ] || [ -L "$bin/tracker" ]; then
    case "$(readlink -f "$bin/tracker")" in *va-tracker*) ;; *) refuse "$bin/tracker is another program. Name another folder with --bin." ;; esac
  fi
  stage=$(mktemp -d "$prefix/.va-tracker.XXXXXX")
  tar -xzf "$copy" --no-same-owner -C "$stage"
  folder=$(basename "$stage"/va-tracker-*)
  [ ! -e "$prefix/$folder" ] || refuse "$prefix/$folder is there already."
  mv "$stage/$folder" "$prefix/$folder"
  mkdir -p "$bin"
  ln -s "$prefix/$folder/tracker" "$stage/tracker"
  mv -fT "$stage/tracker" "$bin/tracker"
  echo "$prefix/$folder is installed, and $bin/tracker leads to it. Restart the server if one runs."
}

case "$kind" in
  deb) if command -v apt-get >/dev/null; then apt-get install -y "$copy"; else dpkg -i "$copy"; fi ;;
  npm) npm install --global "$copy" ;;
  image) if command -v podman >/dev/null; then podman load -i "$copy"; else docker load -i "$copy"; fi ;;
  archive) install_archive ;;
esac
