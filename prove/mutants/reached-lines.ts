import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What V8 writes of a process into `NODE_V8_COVERAGE`. */
interface Dump {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
}

/** The numbers of the lines that ran, by file below `src/`, of every process that wrote into this folder. */
export function reachedLines(dumps: string, root: string): ReadonlyMap<string, ReadonlySet<number>> {
  const linesByFile = new Map<string, Set<number>>();
  const prefix = pathToFileURL(join(root, 'src/')).href;
  for (const name of readdirSync(dumps)) {
    for (const { url, functions } of readDump(join(dumps, name)).result) {
      if (!url.startsWith(prefix) || !url.endsWith('.ts')) continue;
      const file = `src/${url.slice(prefix.length)}`;
      const text = readFileSync(join(root, file), 'utf8');
      // Types are replaced by spaces of the same length, so that offsets are those of the source.
      const runs = new Uint8Array(text.length);
      // The outer ranges come first: what lies in them says more exactly.
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges) runs.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      const lines = linesByFile.get(file) ?? new Set();
      linesByFile.set(file, lines);
      let line = 1;
      for (let offset = 0; offset < text.length; offset++) {
        if (text[offset] === '\n') line += 1;
        else if (runs[offset] === 1 && text[offset] !== ' ') lines.add(line);
      }
    }
  }
  return linesByFile;
}

/** A process that was killed while it wrote has left a part. */
function readDump(file: string): Dump {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Dump;
  } catch {
    return { result: [] };
  }
}
