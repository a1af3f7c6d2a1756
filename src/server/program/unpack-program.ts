import { createHash } from 'node:crypto';
import { constants, statfsSync } from 'node:fs';
import { access, chmod, type FileHandle, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { isThere } from '../../lib/is-there.ts';
import { makeFolders } from '../../lib/make-folders.ts';
import { syncDirectory } from '../../lib/private-file.ts';
import { UntrustedReleaseError } from '../releases/trust.ts';
import type { PackedFile, PackedPiece } from './packed-head.ts';
import type { PackedParts } from './packed-parts.ts';

const inflate = promisify(inflateRaw);
/** Beside the programs: its name is none that the site's PHP would take for its own. */
const comingFolder = '.update';
/** Which packed program it was: the checksum of its head. */
const markFile = 'packed.txt';
const room = 1_048_576;

/**
 * Unpacks a program to `<programs>/<version>`, whole or not at all; each piece is checked when it was unpacked, and again when
 * it was read back from the disk. One that is there already and is the same stays.
 * @throws UntrustedReleaseError for a piece that is damaged; ProgramRoomError where it does not fit
 */
export async function unpackProgram(packed: PackedParts, programs: string): Promise<void> {
  const { head } = packed;
  const mark = createHash('sha256').update(packed.headBytes).digest('hex');
  const target = join(programs, head.version);
  if (await isSame(target, mark)) return;
  const coming = join(programs, comingFolder);
  await rm(coming, { recursive: true, force: true });
  try {
    requireRoom(programs, head.size);
    for (const file of head.files) await unpackFile(packed, file, join(coming, file.path));
    for (const file of head.files) await readBack(file, join(coming, file.path));
    await writeFile(join(coming, markFile), `${mark}\n`, { mode: 0o600, flush: true });
    await rm(target, { recursive: true, force: true });
    await rename(coming, target);
    syncDirectory(programs);
  } catch (error) {
    await rm(coming, { recursive: true, force: true });
    throw asRoomError(error);
  }
}

/** The disk or the account's quota is full; the message is one sentence for the operator. */
export class ProgramRoomError extends Error {
  override readonly name = 'ProgramRoomError';
}

const noRoom = (what: string) =>
  new ProgramRoomError(`${what} Nothing half-made was left, and this version still runs. Make room, then try again.`);

function requireRoom(programs: string, size: number): void {
  const { bavail, bsize } = statfsSync(programs);
  if (bavail * bsize < size + room)
    throw noRoom(
      `The program needs ${Math.ceil(size / 1e6)} MB, and ${Math.floor((bavail * bsize) / 1e6)} MB are free in ${programs}.`,
    );
}

function asRoomError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
  return isFull ? noRoom('The disk or the quota of this account is full.') : error;
}

async function isSame(target: string, mark: string): Promise<boolean> {
  if (!isThere(join(target, markFile))) return false;
  await using file = await open(join(target, markFile), 'r');
  return (await file.readFile('utf8')).trim() === mark;
}

async function unpackFile(packed: PackedParts, { path, mode, pieces }: PackedFile, target: string): Promise<void> {
  makeFolders(dirname(target));
  await using out = await open(target, 'wx', 0o600);
  for (const piece of pieces) await writeWhole(out, await unpackPiece(packed, piece, path));
  const isProgram = (mode & 0o111) !== 0;
  if (isProgram) await chmod(target, 0o700);
  if (isProgram) await out.sync();
}

async function writeWhole(out: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await out.write(bytes, done)).bytesWritten;
}

async function unpackPiece(packed: PackedParts, piece: PackedPiece, path: string): Promise<Buffer> {
  const bytes = await inflate(packed.readPacked(piece.at, piece.packed), { maxOutputLength: piece.size + 1 }).catch(
    () => null,
  );
  if (bytes === null || !isPiece(bytes, piece))
    throw new UntrustedReleaseError(
      `${packed.nameAt(piece.at)} was changed while it was uploaded (${path} in it is not whole). Upload it again; by FTP, choose binary mode.`,
    );
  return bytes;
}

const isPiece = (bytes: Buffer, { size, sha256 }: PackedPiece) =>
  bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256;

async function readBack({ mode, pieces }: PackedFile, target: string): Promise<void> {
  await using file = await open(target, 'r');
  let at = 0;
  for (const piece of pieces) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(piece.size), 0, piece.size, at);
    if (!isPiece(buffer.subarray(0, bytesRead), piece))
      throw noRoom(`${target} could be written and not read back as it was: the disk is full or damaged.`);
    at += piece.size;
  }
  if ((mode & 0o111) !== 0) await access(target, constants.X_OK);
}
