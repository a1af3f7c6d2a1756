import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Sent } from './ledger.ts';
import { sendUntilGone } from './sender.ts';
import type { Weakness } from './weakness.ts';

export interface RoundNeeds {
  readonly data: string;
  readonly sent: readonly Sent[];
  readonly weakness: Weakness;
  /** Of the server's process, beside our own. */
  readonly environment: Readonly<Record<string, string>>;
  /** How long it is under load before it is killed, in milliseconds. */
  readonly lifeMs: number;
}

/** Starts the server, loads it, kills it with -9, and waits until it is gone. */
export async function runRound({ data, sent, weakness, environment, lifeMs }: RoundNeeds): Promise<void> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [data, weakness], {
    env: { ...process.env, ...environment },
  });
  try {
    const port = await readPort(child);
    const killed = once(child, 'exit');
    let isLoaded = false;
    const flights = sent.map((flight) =>
      sendUntilGone(port, flight, () => {
        if (!isLoaded) setTimeout(() => child.kill('SIGKILL'), lifeMs);
        isLoaded = true;
      }),
    );
    await Promise.all([killed, ...flights]);
  } finally {
    child.kill('SIGKILL');
  }
}

async function readPort(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the server did not start');
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return (message as { port: number }).port;
}

/**
 * The `seq`s that the journal holds, by flight. A copy is opened, so that it is the server that finds what the kill left.
 * @param scratch - an empty directory for the copy
 */
export async function readStored(data: string, scratch: string, flights: number): Promise<readonly number[][]> {
  cpSync(data, scratch, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const journal = await openJournal({ directory: scratch, clock: systemClock });
  try {
    const stored: number[][] = [];
    for (let flight = 1; flight <= flights; flight++) {
      const reports = await journal.readReports(flight);
      stored.push(reports.flatMap((report) => (report.kind === 'position' ? [report.position.seq ?? 0] : [])));
    }
    return stored;
  } finally {
    await journal.close();
  }
}
