import type { Report } from '../tracking/model.ts';

/** Maximum number of reports in one chunk, which a lookup has to unpack. */
const maxInChunk = 2048;
/** Maximum size at which the chunks of an ended flight are repacked: a flight of about a day. */
const maxMergedBytes = 256 * 1024;

/** Yields the reports of each chunk. */
export function* inChunks(reports: readonly Report[]): Generator<readonly Report[]> {
  for (let from = 0; from < reports.length; from += maxInChunk) yield reports.slice(from, from + maxInChunk);
}

/** Whether the chunks of an ended flight are packed into full ones: the small chunks of ten minutes compress badly. */
export function areToBeMerged(chunks: readonly { readonly length: number }[]): boolean {
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  return chunks.length > 1 && bytes <= maxMergedBytes;
}
