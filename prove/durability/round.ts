import { cpSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { openJournal } from '../../src/journal/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { ServerProcess } from '../../test/server-process.ts';
import type { Sent } from './ledger.ts';
import { sendUntilGone } from './sender.ts';
import { openToKill, type Weakness } from './server.ts';
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
  await using server = await openToKill(data, weakness, { ...wire.environment, ...environment });
  const loaded = Promise.withResolvers<void>();
  const flights = sent.map((flight) => sendUntilGone(server.port, wire, flight, loaded.resolve));
  const ended = loaded.promise.then(() => endOf(server, needs));
  await Promise.all([ended, ...flights]);
}

async function endOf(server: ServerProcess, { lifeMs, fillsDisk }: RoundNeeds): Promise<void> {
  if (fillsDisk)
    for (const isFull of [true, false]) {
      await setTimeout(lifeMs / 3);
      await server.ask('fill', isFull);
    }
  await setTimeout(fillsDisk ? lifeMs / 3 : lifeMs);
  if (!server.isRunning) throw new Error(`the server ended by itself:\n${server.output}`);
  await server.kill();
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
