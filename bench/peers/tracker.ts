import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { launcher, ServerProcess } from '../../test/server-process.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import { nativePath } from '../positions.ts';
import { connections, type Peer } from './peer.ts';

/** @param directory - that `writeFixture` filled with so many flights */
export async function startTracker(directory: string, flights: number): Promise<Peer> {
  const open = (env: Readonly<Record<string, string>>, port: number) =>
    ServerProcess.open({ program: [launcher, 'serve'], env: { ...env, TRACKER_DATA: directory }, port });
  let server = await open({}, 0);
  const { port } = server;
  return {
    name: 'Tracker',
    target: { port, path: nativePath, connections, wire: 'http' },
    directory,
    count: () => countPositions(directory, flights),
    kill: () => server.kill(),
    async start(env = {}) {
      server = await open(env, port);
    },
    [Symbol.asyncDispose]: () => server.kill(),
  };
}

/** Of a copy, because the server has the journal. */
async function countPositions(directory: string, flights: number): Promise<number> {
  using folder = tempFolder('bench');
  const copy = join(folder.path, 'copy');
  mkdirSync(copy);
  cpSync(directory, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const journal = await openJournal({ directory: copy, clock: systemClock });
  try {
    let count = 0;
    for (let flight = 1; flight <= flights; flight++)
      count += (await journal.readReports(flight)).filter(({ kind }) => kind === 'position').length;
    return count;
  } finally {
    await journal.close();
  }
}
