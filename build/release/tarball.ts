import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { Header } from 'tar';
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

function* chunks(entries: readonly Entry[], mtime: number, prefix: string): Generator<Uint8Array> {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const begun = new Set<string>();
  for (const entry of sorted) {
    for (const folder of foldersOf(entry.path)) {
      if (begun.has(folder)) continue;
      begun.add(folder);
      yield header({ path: `${prefix}${folder}/`, type: 'Directory', mode: 0o755, size: 0 }, mtime);
    }
    yield* chunksOf(entry, mtime, prefix);
  }
  yield Buffer.alloc(2 * block);
}

function* chunksOf(
  { path, content, isExecutable, isPrivate }: Entry,
  mtime: number,
  prefix: string,
): Generator<Uint8Array> {
  if ('linksTo' in content) {
    const target = { type: 'SymbolicLink', linkpath: content.linksTo } as const;
    yield header({ path: prefix + path, mode: 0o777, size: 0, ...target }, mtime);
    return;
  }
  const { bytes } = content;
  const mode = isExecutable ? 0o755 : isPrivate ? 0o640 : 0o644;
  yield header({ path: prefix + path, type: 'File', mode, size: bytes.length }, mtime);
  yield bytes;
  yield Buffer.alloc((block - (bytes.length % block)) % block);
}

/** `a/b/c` → `a`, `a/b`. */
function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

function header(what: ConstructorParameters<typeof Header>[0] & { path: string }, mtime: number): Buffer {
  const bytes = Buffer.alloc(block);
  const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: new Date(mtime * 1_000) };
  const needsMore = new Header({ ...what, ...owner }).encode(bytes);
  if (needsMore) throw new Error(`${what.path} does not fit into the header of a tar archive.`);
  return bytes;
}
