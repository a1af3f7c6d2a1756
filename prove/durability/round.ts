import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Sent } from './ledger.ts';
import { sendUntilGone } from './sender.ts';
import type { Weakness } from './weakness.ts';
import type { Wire } from './wire.ts';

export interface RoundNeeds {
  readonly data: string;
  readonly sent: readonly Sent[];
  readonly wire: Wire;
  readonly weakness: Weakness;
  /** Of the server's process, beside our own. */
  readonly environment: Readonly<Record<string, string>>;
  /** How long it is under load before it is killed, in milliseconds. */
  readonly lifeMs: number;
  /** Whether the disk is full in the second third of that. */
  readonly fillsDisk: boolean;
}

/** Starts the server, loads it, kills it with -9, and waits until it is gone. */
export async function runRound(needs: RoundNeeds): Promise<void> {
  const { data, sent, wire, weakness, environment } = needs;
  const child = fork(join(import.meta.dirname, 'server.ts'), [data, weakness], {
    env: { ...process.env, ...wire.environment, ...environment },
  });
  try {
    const port = await readPort(child);
    const killed = once(child, 'exit');
    let isLoaded = false;
    const flights = sent.map((flight) =>
      sendUntilGone(port, wire, flight, () => {
        if (!isLoaded) planEnd(child, needs);
        isLoaded = true;
      }),
    );
    await Promise.all([killed, ...flights]);
  } finally {
    child.kill('SIGKILL');
  }
}

function planEnd(child: ChildProcess, { lifeMs, fillsDisk }: RoundNeeds): void {
  setTimeout(() => child.kill('SIGKILL'), lifeMs);
  if (!fillsDisk) return;
  setTimeout(() => child.send({ isFull: true }), lifeMs / 3);
  setTimeout(() => child.send({ isFull: false }), (2 * lifeMs) / 3);
}

async function readPort(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('the server did not start');
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  return (message as { port: number }).port;
}

/**
 * The numbers of the positions that the journal holds, by flight. A copy is opened, so that it is the server that finds what the kill left.
 * @param scratch - an empty directory for the copy
 */
export async function readStored(
  data: string,
  scratch: string,
  flights: number,
  { numberOf }: Wire,
): Promise<readonly number[][]> {
  cpSync(data, scratch, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  const journal = await openJournal({ directory: scratch, clock: systemClock });
  try {
    const stored: number[][] = [];
    for (let flight = 1; flight <= flights; flight++) {
      const reports = await journal.readReports(flight);
      stored.push(reports.flatMap((report) => (report.kind === 'position' ? [numberOf(report.position)] : [])));
    }
    return stored;
  } finally {
    await journal.close();
  }
}
