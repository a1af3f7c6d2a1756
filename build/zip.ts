import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** Midnight where this runs: the archive holds local time only, so it is the same one everywhere. */
const mtime = new Date(2026, 0, 1);
const options = { mtime, forceDosTimestamp: true, mode: 0o100644, compressionLevel: 9 };

/** A file of an archive. */
interface Zipped {
  /** With forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Packed already: it is stored as it is. */
  readonly isPacked?: true;
}

/** A zip archive of these files. Dates are fixed, so that equal files make equal archives. */
export async function zip(files: readonly Zipped[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { path, bytes, isPacked } of files)
    archive.addBuffer(Buffer.from(bytes), path, isPacked ? { ...options, compressionLevel: 0 } : options);
  archive.end();
  return await buffer(archive.outputStream);
}
