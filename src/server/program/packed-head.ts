import { createHash } from 'node:crypto';
import { isVersion } from '../releases/release.ts';
import { UntrustedReleaseError } from '../releases/trust.ts';

/** A part of a file, packed by itself. */
export interface PackedPiece {
  /** Where it begins, from the end of the head. */
  readonly at: number;
  /** Bytes of raw deflate. */
  readonly packed: number;
  /** Bytes when unpacked. */
  readonly size: number;
  /** Of the unpacked bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A file of the program: its pieces in order, at least one. */
export interface PackedFile {
  /** Relative, with forward slashes. */
  readonly path: string;
  /** Permissions: 0o755 or 0o644. */
  readonly mode: number;
  readonly pieces: readonly PackedPiece[];
}

/** What stands at the beginning of a packed program. */
export interface PackedHead {
  readonly version: string;
  /** `linux-x64`. */
  readonly system: string;
  /** `journal.sqlite` → the version of the data that it writes. */
  readonly data: Readonly<Record<string, number>>;
  /** Bytes of all files. */
  readonly size: number;
  /** Bytes of all pieces. */
  readonly packed: number;
  /** Bytes of each part but the last. */
  readonly partBytes: number;
  readonly files: readonly PackedFile[];
}

const firstLine = 'TRACKER-PROGRAM 1\n';
/** The second line: length of the JSON in eight digits, and its checksum. */
const secondLineBytes = 8 + 1 + 64 + 1;
/** Bytes before the JSON. */
export const headStart = firstLine.length + secondLineBytes;
export const maxHeadBytes = 16_777_216;
const maxPieceBytes = 4_194_304;

/** The head as the file has it, with its two lines. */
export function headOf(head: PackedHead): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const sum = createHash('sha256').update(json).digest('hex');
  return Buffer.concat([Buffer.from(`${firstLine}${String(json.length).padStart(8, '0')} ${sum}\n`), json]);
}

/** Length of the JSON by the two lines. @throws UntrustedReleaseError for what is no packed program */
export function jsonBytes(lines: Buffer): number {
  const [, length] = /^TRACKER-PROGRAM 1\n(\d{8}) [0-9a-f]{64}\n$/.exec(lines.toString('latin1')) ?? [];
  if (length === undefined || Number(length) > maxHeadBytes) throw new UntrustedReleaseError(notPacked);
  return Number(length);
}

const notPacked =
  'This is no packed program of Tracker, or it was changed while it was uploaded. Upload it again; by FTP, choose binary mode.';

/** @param bytes - as `headOf` returns them. @throws UntrustedReleaseError */
export function readHead(bytes: Buffer): PackedHead {
  const json = bytes.subarray(headStart);
  const sum = createHash('sha256').update(json).digest('hex');
  if (
    json.length !== jsonBytes(bytes.subarray(0, headStart)) ||
    bytes.toString('latin1', headStart - 65, headStart - 1) !== sum
  )
    throw new UntrustedReleaseError(notPacked);
  const head: unknown = JSON.parse(json.toString());
  if (!isHead(head)) throw new UntrustedReleaseError('The packed program has another form than this build reads.');
  const outside = head.files.find(({ path }) => !isInside(path));
  if (outside !== undefined)
    throw new UntrustedReleaseError(
      'The packed program names a file that would lie outside its folder. It is not used.',
    );
  return head;
}

/** Relative, in plain characters, and without a way up. */
function isInside(path: string): boolean {
  return path.length <= 500 && /^[\w.@+-]+(?:\/[\w.@+-]+)*$/.test(path) && !/(?:^|\/)\.\.?(?:\/|$)/.test(path);
}

const isCount = (value: unknown, max = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= max;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isHead(value: unknown): value is PackedHead {
  if (!isObject(value) || !Array.isArray(value.files) || !isObject(value.data)) return false;
  const { version, system, size, packed, partBytes, data } = value;
  const isNamed = isVersion(version) && typeof system === 'string' && /^[a-z]+-[a-z0-9]+$/.test(system);
  const areCounts = [size, packed, partBytes, ...Object.values(data)].every((each) => isCount(each));
  if (!isNamed || !areCounts || partBytes === 0) return false;
  return (
    value.files.every((file) => isFile(file, Number(packed))) && sizeOf(value.files as readonly PackedFile[]) === size
  );
}

function isFile(value: unknown, packed: number): value is PackedFile {
  if (!isObject(value) || !Array.isArray(value.pieces)) return false;
  const { path, mode, pieces } = value;
  return (
    typeof path === 'string' && isCount(mode) && pieces.length > 0 && pieces.every((piece) => isPiece(piece, packed))
  );
}

function isPiece(value: unknown, packedBytes: number): value is PackedPiece {
  if (!isObject(value)) return false;
  const { at, packed, size, sha256 } = value;
  const isPlaced = isCount(at) && isCount(packed, maxPieceBytes + 65_536) && at + packed <= packedBytes;
  return isPlaced && isCount(size, maxPieceBytes) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
}

const sizeOf = (files: readonly PackedFile[]) =>
  files.reduce((sum, { pieces }) => sum + pieces.reduce((all, { size }) => all + size, 0), 0);
