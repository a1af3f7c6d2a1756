import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../child.ts';
import { writeFixture } from '../fixture.ts';
import { packProgram } from '../hosting/packed.ts';

export const path = '/api/tracker/position';

/** What the parts of the fleet bench share: room on the disk, and where to say what is no goal. */
export interface Fleet extends AsyncDisposable {
  readonly directory: string;
  readonly minutes: number;
  readonly isShort: boolean;
  note(text: string): void;
  /** So many flights, milliseconds or positions; in a short round a fiftieth of them. */
  scaled(count: number): number;
  /** The program as a release packs it, after its first start: a checkout reads its sources at each, with a compiler that stays in memory. A short round has none. */
  packed(): Promise<string | undefined>;
  /** A new data directory with so many open flights. */
  write(flights: number): Promise<{ readonly directory: string; readonly tokens: readonly string[] }>;
}

export async function openFleet(options: Pick<Fleet, 'minutes' | 'isShort' | 'note'>): Promise<Fleet> {
  const directory = await mkdtemp(join(tmpdir(), 'tracker-fleet-'));
  let count = 0;
  return {
    ...options,
    directory,
    note: (text) => options.note(text),
    scaled: (whole) => (options.isShort ? whole / 50 : whole),
    async packed() {
      if (options.isShort) return undefined;
      const program = join(directory, 'program');
      if (existsSync(program)) return program;
      options.note('packing the program …');
      (await packProgram())(program);
      const server = await serve(join(directory, 'first-start'), {}, program);
      await server.end('SIGTERM');
      return program;
    },
    async write(flights) {
      count += 1;
      const data = join(directory, String(count));
      return { directory: data, tokens: await writeFixture(data, flights) };
    },
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
