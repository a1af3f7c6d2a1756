import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A file of an archive. */
interface Zipped {
  /** With forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Packed already: it is stored as it is. */
  readonly isPacked?: true;
}

/**
 * A zip archive of these files, all of one date, in seconds: the same files and date make the same archive. Another version must have another date:
 * by it alone PHP's cache of compiled scripts sees that a file was replaced by one of a newer archive.
 */
export async function zip(files: readonly Zipped[], mtime: number): Promise<Buffer> {
  const archive = new ZipFile();
  const options = { mtime: localTime(mtime), forceDosTimestamp: true, mode: 0o100644, compressionLevel: 9 };
  for (const { path, bytes, isPacked } of files)
    archive.addBuffer(Buffer.from(bytes), path, isPacked ? { ...options, compressionLevel: 0 } : options);
  archive.end();
  return await buffer(archive.outputStream);
}

/** The archive holds local time only: that of UTC, so that it is the same one everywhere. */
function localTime(seconds: number): Date {
  const at = new Date(seconds * 1_000);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  return new Date(year, month, day, at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds());
}
