import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { constants, gunzipSync } from 'node:zlib';

/** Content of an archive: parts of a site, other files, or unknown. */
export type ArchiveContent = 'site' | 'other' | 'unknown';

const windowBytes = 1_048_576;
/** Programs, databases and keys: a livery or a document has none. */
const ofSite = /\.(?:php\d?|sql|sqlite3?|htpasswd|pem|key)$|(?:^|\/)\.env(?:\.|$)/i;

/** Looks at names in the first or last megabyte of a zip, a tar or a packed tar. */
export function readArchive(path: string): ArchiveContent {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const part = (position: number) => {
      const bytes = Buffer.alloc(Math.min(windowBytes, size));
      return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, position));
    };
    const start = part(0);
    if (start.subarray(0, 2).toString('latin1') === 'PK') return judge(zipNames(part(Math.max(0, size - windowBytes))));
    if (start[0] === 0x1f && start[1] === 0x8b) return judge(tarNames(unpack(start)));
    return judge(tarNames(start));
  } finally {
    closeSync(file);
  }
}

function judge(names: readonly string[]): ArchiveContent {
  if (names.length === 0) return 'unknown';
  return names.some((name) => ofSite.test(name)) ? 'site' : 'other';
}

/** Names of the central directory, which is at the end. */
function zipNames(bytes: Buffer): readonly string[] {
  const names: string[] = [];
  const signature = Buffer.from('PK\x01\x02', 'latin1');
  for (let at = bytes.indexOf(signature); at !== -1 && at + 46 <= bytes.length; at = bytes.indexOf(signature, at + 4)) {
    const length = bytes.readUInt16LE(at + 28);
    names.push(bytes.toString('utf8', at + 46, at + 46 + length));
  }
  return names;
}

function tarNames(bytes: Buffer): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at + 512 <= bytes.length; ) {
    if (bytes.toString('latin1', at + 257, at + 262) !== 'ustar') break;
    const text = (from: number, to: number) => bytes.toString('utf8', at + from, at + to).replace(/\0.*$/s, '');
    names.push(text(0, 100));
    const size = Number.parseInt(text(124, 136), 8) || 0;
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return names;
}

/** As much as the part holds. */
function unpack(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: windowBytes * 64 });
  } catch {
    return Buffer.of();
  }
}
