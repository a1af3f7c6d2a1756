import type { MysqlSession } from '../../lib/mysql.ts';
import { numberOf } from '../../lib/row.ts';
import type { Report } from '../../tracking/model.ts';
import { chunkNumbers, unpackChunk } from '../chunk.ts';
import { indexAfter } from '../tails.ts';
import { forKeys, repeated } from './bulk.ts';
import type { Hosts } from './hosts.ts';
import type { PartitionState } from './partition-state.ts';
import { bytesOf, reportOf } from './row-of-report.ts';

/** Maximum number of raw rows read at a time. */
const maxAtOnce = 512;
const nextChunk =
  'SELECT last_number, body FROM chunks WHERE part = ? AND flight = ? AND last_number > ? ORDER BY first_number LIMIT 1';
const allChunks = 'SELECT body FROM chunks WHERE part = ? AND flight = ? ORDER BY first_number';

/** Reads reports of one partition: chunks first, then raw rows. */
export class MysqlReports {
  readonly #hosts: Hosts;
  readonly #state: PartitionState;

  constructor(hosts: Hosts, state: PartitionState) {
    this.#hosts = hosts;
    this.#state = state;
  }

  async read(flight: number, after: number, limit: number): Promise<readonly Report[]> {
    const reports: Report[] = [];
    for (let last = after; ; ) {
      const part = await this.#readPart(flight, last);
      for (const report of part) if (reports.length < limit) reports.push(report);
      last = part.at(-1)?.number ?? last;
      if (part.length === 0 || reports.length >= limit) return reports;
    }
  }

  /** Returns the flight's chunks in their order, in base64. */
  async chunks(flight: number): Promise<readonly string[]> {
    const rows = await this.#hosts.rows(allChunks, [this.#state.partition, flight]);
    return rows.map((row) => Buffer.from(bytesOf(row, 'body')).toString('base64'));
  }

  /** Returns how many reports `read` would return. */
  async count(flight: number, after: number): Promise<number> {
    const { partition, tails } = this.#state;
    let count = 0;
    for (let last = after; ; ) {
      const tail = [...tails.of(flight)];
      const [chunk] = await this.#hosts.rows(nextChunk, [partition, flight, last]);
      const numbers = chunk === undefined ? tail : chunkNumbers(bytesOf(chunk, 'body'));
      count += numbers.length - indexAfter(numbers, last);
      if (chunk === undefined) return count;
      last = numberOf(chunk, 'last_number');
    }
  }

  /** Returns the next reports after this number: those of one chunk, else some raw ones; both read from one snapshot. */
  #readPart(flight: number, after: number): Promise<readonly Report[]> {
    // Taken before the snapshot: what is sealed in between is in a chunk of it.
    const tail = this.#state.tails.of(flight);
    const numbers = tail.slice(indexAfter(tail, after)).slice(0, maxAtOnce);
    return this.#hosts.reading(async (session) => {
      const [chunk] = await session.rows(nextChunk, [this.#state.partition, flight, after]);
      if (chunk === undefined) return this.#readRows(session, flight, numbers);
      return unpackChunk(bytesOf(chunk, 'body')).filter(({ number }) => number > after);
    });
  }

  async #readRows(session: MysqlSession, flight: number, numbers: readonly number[]): Promise<readonly Report[]> {
    const { partition, texts } = this.#state;
    const parts = await forKeys(
      numbers.map((number) => [number]),
      (count, keys) =>
        session.rows(
          `SELECT number, flight, is_event, body FROM reports WHERE part = ? AND number IN (${repeated('?', count)}) ORDER BY number`,
          [partition, ...keys],
        ),
    );
    return parts
      .flat()
      .filter((row) => numberOf(row, 'flight') === flight)
      .map((row) => reportOf(row, texts));
  }
}
