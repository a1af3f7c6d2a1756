import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from '../../lib/secret.ts';
import { deriveKey, deriveKeyBefore, type EdgeKeys } from '../site/edge-signature.ts';
import { edgeFolder } from './edge-files.ts';

/** The random key of a site, made by `install`; without it both sides stretch the database password. */
export const keyFile = '_tracker_key.php';
/** Where the server listens; written by the server itself. */
export const addressFile = '_tracker_address.php';

const guard = `if (!defined('TRACKER_EDGE')) {
    http_response_code(403);
    exit;
}
`;

/** PHP, so that a web server that shows files shows nothing of it; both sides read it as a text. */
export function newKeyFile(): Buffer {
  const key = randomBytes(32).toString('hex');
  return Buffer.from(`<?php
// Made by \`tracker install\` for this site alone. Copy it nowhere; deleted, the next install makes another.
${guard}return array('key' => '${key}');
`);
}

/** An address that cannot be written in one line between quotes is left out: the next best one is used. */
export function addressFileText(addresses: readonly string[]): Buffer {
  const plain = addresses.filter((address) => !/[\\'\p{Cc}]/u.test(address));
  const list = plain.map((address) => `    '${address}',\n`).join('');
  return Buffer.from(`<?php
// Written by Tracker's server at its start, best address first.
${guard}return array(
${list});
`);
}

/** The keys as they are now: `install` may make the file while the server runs. */
export function keyReader(folder: string, password: Secret): () => EdgeKeys {
  const path = join(folder, edgeFolder, keyFile);
  const fallback = deriveKey('password', password);
  const before = deriveKeyBefore(password);
  let known: { readonly mark: string; readonly keys: EdgeKeys } | null = null;
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    const mark = found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`;
    if (known?.mark !== mark) known = { mark, keys: { byKind: choose(readKey(path), fallback), before } };
    return known.keys;
  };
}

/** Only one counts: with a file the password signs nothing, however it became known. */
function choose(file: Secret | null, password: Secret | null): EdgeKeys['byKind'] {
  const key = file && deriveKey('file', file);
  if (key !== null) return { file: key };
  return password === null ? {} : { password };
}

export function readKey(path: string): Secret | null {
  try {
    const key = /'key' => '([0-9a-f]{64})'/.exec(readFileSync(path, 'latin1'))?.[1];
    return key === undefined ? null : new Secret(key);
  } catch {
    return null;
  }
}

/** As the server wrote them down last, best first. */
export function readAddresses(folder: string): readonly string[] {
  try {
    const text = readFileSync(join(folder, edgeFolder, addressFile), 'latin1');
    return [...text.matchAll(/^ {4}'([^']+)',$/gm)].map(([, address = '']) => address);
  } catch {
    return [];
  }
}
