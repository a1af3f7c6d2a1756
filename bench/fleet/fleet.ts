import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFixture } from '../fixture.ts';

export const path = '/api/tracker/position';

/** What the parts of the fleet bench share: room on the disk, and where to say what is no goal. */
export interface Fleet extends AsyncDisposable {
  readonly directory: string;
  readonly minutes: number;
  note(text: string): void;
  /** A new data directory with so many open flights. */
  write(flights: number): Promise<{ readonly directory: string; readonly tokens: readonly string[] }>;
}

export async function openFleet(options: { readonly minutes: number; note(text: string): void }): Promise<Fleet> {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-fleet-'));
  let count = 0;
  return {
    ...options,
    directory,
    note: (text) => options.note(text),
    async write(flights) {
      count += 1;
      const data = join(directory, String(count));
      return { directory: data, tokens: await writeFixture(data, flights) };
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
