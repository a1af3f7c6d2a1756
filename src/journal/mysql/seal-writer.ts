import type { MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import type { Report } from '../../tracking/model.ts';
import { packChunk, unpackChunk } from '../chunk.ts';
import { joinInstants, noInstants, packInstants, readInstants, unpackInstants } from '../instants.ts';
import type { Operation } from '../operations.ts';
import { areToBeMerged, inChunks } from '../seal-plan.ts';
import { addToSummary, summaryOf } from '../sealed-summary.ts';
import { forKeys, repeated } from './bulk.ts';
import type { GatheredRows } from './gathered-rows.ts';
import type { PartitionState } from './partition-state.ts';
import { bytesOf, reportOf } from './row-of-report.ts';
import type { SealedFlight } from './sealed-flights.ts';

interface Sealing {
  readonly state: PartitionState;
  readonly cuts: [flight: number, lastNumber: number][];
  readonly sealed: Map<number, SealedFlight>;
}

/** Packs reports of one partition into chunks and deletes their rows, inside the caller's transaction. */
export class SealWriter {
  readonly #session: MysqlSession;
  readonly #rows: GatheredRows;
  readonly #sealing: Sealing;
  readonly #cut: number[] = [];

  /** @param sealing - gets what is sealed, for the memory of the partition */
  constructor(session: MysqlSession, rows: GatheredRows, sealing: Sealing) {
    this.#session = session;
    this.#rows = rows;
    this.#sealing = sealing;
  }

  async seal({ flight, numbers, progress, isLast }: Operation & { readonly kind: 'seal' }): Promise<void> {
    const before = await this.#before(flight);
    const after = before?.summary.lastNumber ?? 0;
    const reports = await this.#read(
      flight,
      [...numbers].filter((number) => number > after),
    );
    if (reports.length > 0) {
      this.#store(flight, reports);
      const summary = addToSummary(before?.summary ?? null, reports, progress === null ? null : JSON.parse(progress));
      const instants = joinInstants(before?.instants ?? noInstants, readInstants(reports));
      this.#save(flight, { summary, instants });
      this.#cut.push(...reports.map(({ number }) => number));
    }
    this.#sealing.cuts.push([flight, reports.at(-1)?.number ?? after]);
    if (isLast) await this.#merge(flight);
  }

  /** Writes what was sealed, and deletes its rows. */
  async flush(): Promise<void> {
    await this.#rows.flush(this.#session);
    const { partition } = this.#sealing.state;
    await forKeys(
      this.#cut.map((number) => [number]),
      (count, numbers) =>
        this.#session.run(`DELETE FROM reports WHERE part = ? AND number IN (${repeated('?', count)})`, [
          partition,
          ...numbers,
        ]),
    );
  }

  #save(flight: number, sealed: SealedFlight): void {
    const { partition } = this.#sealing.state;
    const { summary, instants } = sealed;
    this.#sealing.sealed.set(flight, sealed);
    const packed = Buffer.from(packInstants(instants));
    const key = `${partition}/${flight}`;
    this.#rows.sealed.replace(key, partition, flight, summary.lastNumber, JSON.stringify(summary), packed);
  }

  async #before(flight: number): Promise<SealedFlight | null> {
    const { state, sealed } = this.#sealing;
    const known = sealed.get(flight) ?? state.sealed.get(flight);
    if (known !== null) return known;
    const values = [state.partition, flight];
    const [row] = await this.#session.rows(
      'SELECT summary, instants FROM sealed WHERE part = ? AND flight = ?',
      values,
    );
    return row === undefined
      ? null
      : { summary: summaryOf(textOf(row, 'summary')), instants: unpackInstants(bytesOf(row, 'instants')) };
  }

  async #read(flight: number, numbers: readonly number[]): Promise<readonly Report[]> {
    const { partition, texts } = this.#sealing.state;
    const parts = await forKeys(
      numbers.map((number) => [number]),
      (count, keys) =>
        this.#session.rows(
          `SELECT number, flight, is_event, body FROM reports WHERE part = ? AND number IN (${repeated('?', count)}) ORDER BY number`,
          [partition, ...keys],
        ),
    );
    return parts
      .flat()
      .filter((row) => numberOf(row, 'flight') === flight)
      .map((row) => reportOf(row, texts));
  }

  #store(flight: number, reports: readonly Report[]): void {
    const { partition } = this.#sealing.state;
    for (const part of inChunks(reports)) {
      const body = Buffer.from(packChunk(part));
      this.#rows.chunks.add(partition, flight, part[0]?.number ?? 0, part.at(-1)?.number ?? 0, body);
    }
  }

  /** Repacks the chunks of an ended flight into full ones. */
  async #merge(flight: number): Promise<void> {
    await this.#rows.flush(this.#session);
    const key = [this.#sealing.state.partition, flight];
    const sql = 'SELECT body FROM chunks WHERE part = ? AND flight = ? ORDER BY first_number';
    const chunks = (await this.#session.rows(sql, key)).map((row) => bytesOf(row, 'body'));
    if (!areToBeMerged(chunks)) return;
    await this.#session.run('DELETE FROM chunks WHERE part = ? AND flight = ?', key);
    this.#store(flight, chunks.flatMap(unpackChunk));
  }
}
