import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { Header, type HeaderData } from 'tar';
import type { Entry } from './entry.ts';

const block = 512;

/**
 * A compressed tar archive of these entries and the folders above them. Everything belongs to root and has the same date:
 * equal entries give equal bytes.
 * @param mtime - in seconds
 * @param prefix - what stands before each path: `./` in a package of Debian
 */
export async function tarball(entries: readonly Entry[], mtime: number, prefix: string): Promise<Buffer> {
  return await buffer(Readable.from(chunks(entries, mtime, prefix)).pipe(createGzip({ level: 6 })));
}

/** The same, not compressed. */
export async function plainTar(entries: readonly Entry[], mtime: number): Promise<Buffer> {
  return await buffer(Readable.from(chunks(entries, mtime, '')));
}

function* chunks(entries: readonly Entry[], mtime: number, prefix: string): Generator<Uint8Array> {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const begun = new Set<string>();
  for (const entry of sorted) {
    for (const folder of foldersOf(entry.path)) {
      if (begun.has(folder)) continue;
      begun.add(folder);
      yield header({ path: `${prefix}${folder}/`, type: 'Directory', mode: 0o755, size: 0 }, mtime);
    }
    if ('isFolder' in entry.content) begun.add(entry.path);
    yield* chunksOf(entry, mtime, prefix);
  }
  yield Buffer.alloc(2 * block);
}

function* chunksOf(entry: Entry, mtime: number, prefix: string): Generator<Uint8Array> {
  const { path, content, isExecutable, isPrivate, owner = 0 } = entry;
  const mode = entry.mode ?? (isExecutable ? 0o755 : isPrivate ? 0o640 : 0o644);
  const place = { path: prefix + path, mode, size: 0, uid: owner, gid: owner };
  if ('isFolder' in content) yield header({ ...place, path: `${place.path}/`, type: 'Directory' }, mtime);
  else if ('linksTo' in content)
    yield header({ ...place, mode: 0o777, type: 'SymbolicLink', linkpath: content.linksTo }, mtime);
  else {
    const { bytes } = content;
    yield header({ ...place, type: 'File', size: bytes.length }, mtime);
    yield bytes;
    yield Buffer.alloc((block - (bytes.length % block)) % block);
  }
}

/** `a/b/c` → `a`, `a/b`. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function header(what: { readonly path: string; readonly uid?: number } & HeaderData, mtime: number): Buffer {
  const bytes = Buffer.alloc(block);
  const uname = (what.uid ?? 0) === 0 ? 'root' : 'va-tracker';
  const owner = { uid: 0, gid: 0, uname, gname: uname, mtime: new Date(mtime * 1_000) };
  const needsMore = new Header({ ...owner, ...what }).encode(bytes);
  if (needsMore) throw new Error(`${what.path} does not fit into the header of a tar archive.`);
  return bytes;
}
