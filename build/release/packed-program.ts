import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { headOf, type PackedFile, type PackedHead, type PackedPiece } from '../../src/server/program/packed-head.ts';
import type { Entry } from './entry.ts';

/** What is packed, besides its files. */
export type PackedProgram = Pick<PackedHead, 'version' | 'system' | 'data'>;

/** One MiB when unpacked: PHP with little memory and time can do one at a time. */
const pieceBytes = 1_048_576;
/** Parts are below the limits of 32 MB that some panels have. */
const partBytes = 25_165_824;

/** A packed program: its head, by which it is signed, and the parts into which it is divided. */
export interface Packed {
  readonly head: Buffer;
  readonly parts: readonly Buffer[];
}

/**
 * Packs files so that `_tracker_unpack.php` and `tracker program` can unpack them. Equal entries give equal bytes.
 * @param level - of zlib's compression: 9 takes five times the time of 1, for a tenth less
 */
export function packProgram(
  program: PackedProgram,
  entries: readonly Entry[],
  partSize = partBytes,
  level = 9,
): Packed {
  const packed: Buffer[] = [];
  let at = 0;
  const pack = (bytes: Uint8Array): PackedPiece => {
    const body = deflateRawSync(bytes, { level });
    packed.push(body);
    at += body.length;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { at: at - body.length, packed: body.length, size: bytes.length, sha256 };
  };
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const files = sorted.map(({ path, content, isExecutable }): PackedFile => {
    if (!('bytes' in content)) throw new Error(`${path} is no file: a packed program has nothing else.`);
    return { path, mode: isExecutable ? 0o755 : 0o644, pieces: cut(content.bytes).map(pack) };
  });
  const size = files.reduce((sum, { pieces }) => sum + pieces.reduce((all, piece) => all + piece.size, 0), 0);
  const head = headOf({ ...program, size, packed: at, partBytes: partSize, files });
  const whole = Buffer.concat([head, ...packed]);
  const count = Math.ceil(whole.length / partSize);
  const parts = Array.from({ length: count }, (_, index) => whole.subarray(index * partSize, (index + 1) * partSize));
  return { head, parts };
}

/** An empty file has one piece too: it has a mode, and must be made. */
function cut(bytes: Uint8Array): readonly Uint8Array[] {
  const count = Math.max(1, Math.ceil(bytes.length / pieceBytes));
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes));
}
