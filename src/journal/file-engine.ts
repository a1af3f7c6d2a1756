import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../lib/clock.ts';
import type { Machine } from '../lib/machine.ts';
import { readChanges } from './change-log.ts';
import { Committer, type CommitterOptions } from './committer.ts';
import { readContents, readNumbers, readTails } from './contents.ts';
import { type DamagedRow, nameOf } from './damaged-row.ts';
import type { FileHost } from './file-host.ts';
import type { EngineCalls, JournalEngine } from './journal-engine.ts';
import { JournalReader } from './journal-reader.ts';
import type { BatchFailure, BatchResult, WriterFaults } from './operations.ts';
import { Tails } from './tails.ts';
import { TextNumbers } from './texts.ts';

/** What a journal on disk works with. */
export interface FileEngineParts {
  readonly file: string;
  readonly host: FileHost;
  /** A connection that only reads. */
  readonly reading: DatabaseSync;
  /** The lock of the data directory. */
  readonly lock: Disposable;
  readonly clock: Clock;
  /** The timer of the commit window; by default this machine's. */
  readonly machine?: Machine;
  readonly commitWindowMs: number;
  readonly queueRows: number;
  readonly faults: WriterFaults;
  onFailure(failure: BatchFailure): void;
  onCommit(): void;
  /** Hears of each row once that is not as it was written. */
  onDamage(row: DamagedRow): void;
}

/** Opens the file of a journal: what is written goes through the committer to the writer's thread. */
export async function openFileEngine(parts: FileEngineParts): Promise<JournalEngine> {
  const { reading, file, host, faults, commitWindowMs, queueRows, clock, machine, lock } = parts;
  const tails = new Tails();
  const reader = new JournalReader(reading, tails, parts.onDamage);
  const { onDamage } = reader;
  const { report: nextReport, flight: nextFlight, texts } = readNumbers(reading, onDamage);
  const onCommit = (result: BatchResult) => {
    for (const row of result.damaged) onDamage(row);
    for (const [flight, lastNumber] of result.sealed) tails.cut(flight, lastNumber);
    parts.onCommit();
  };
  const onFailure: CommitterOptions['onFailure'] = (failure, lost) => {
    tails.remove(lost);
    parts.onFailure(failure);
  };
  const options = { texts: new TextNumbers(texts), commitWindowMs, queueRows, machine, onCommit, onFailure };
  const queue = new Committer(host.startWriter({ file, faults }), options);
  try {
    // What the core starts from is read while the writer's thread starts.
    readTails(reading, tails, onDamage);
    const { unsealed, ...contents } = readContents(reading, clock.now(), onDamage);
    await queue.ready();
    return {
      contents,
      queue,
      tails,
      nextReport,
      changes: readChanges(reading, reader),
      calls: callsOf(parts, { reader, queue, nextFlight, contents, unsealed }),
      readBytes: () => host.sizeOf(file) + host.sizeOf(`${file}-wal`),
      async close() {
        await queue.close();
        reading.close();
        lock[Symbol.dispose]();
      },
    };
  } catch (error) {
    queue.abandon();
    throw error;
  }
}

interface Opened extends Pick<JournalEngine, 'contents'> {
  readonly reader: JournalReader;
  readonly queue: Committer;
  readonly nextFlight: number;
  /** Flights whose sealed reports the core starts from too. */
  readonly unsealed: readonly number[];
}

function callsOf(
  { file, host }: FileEngineParts,
  { reader, queue, nextFlight, contents, unsealed }: Opened,
): EngineCalls {
  let next = nextFlight;
  return {
    ...reader.calls,
    eachUnsealed(visit) {
      const flights = new Set(contents.flights.map(({ flight }) => flight.number));
      reader.eachRaw(flights, unsealed, visit);
    },
    nextFlightNumber() {
      next += 1;
      return next - 1;
    },
    scrub: () => queue.scrub(),
    async backup(path) {
      const found = await host.copy(file, path);
      const rows = await host.findDamage(path);
      for (const row of rows) reader.onDamage(row);
      return [...found, ...rows.map(nameOf)];
    },
  };
}
