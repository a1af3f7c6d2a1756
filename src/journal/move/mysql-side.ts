import type { Mysql, MysqlParameter, MysqlRow, MysqlSession } from '../../lib/mysql.ts';
import { numberOf, textOf } from '../../lib/row.ts';
import type { Report } from '../../tracking/model.ts';
import { unpackChunk } from '../chunk.ts';
import { joinInstants, noInstants, packInstants, readInstants } from '../instants.ts';
import { markChanges } from '../mysql/change-marks.ts';
import { writeFence } from '../mysql/fence.ts';
import { FlightWriter } from '../mysql/flight-writer.ts';
import { GatheredRows } from '../mysql/gathered-rows.ts';
import { Texts } from '../mysql/partition-state.ts';
import { bytesOf, reportOf } from '../mysql/row-of-report.ts';
import { partitionCount, partitionOf } from '../partition.ts';
import { flightOf, toFlightRow } from '../rows.ts';
import { MoveError } from './copy.ts';
import { type FlightRecord, type JournalSide, type Rest, rowOf } from './flight-record.ts';
import { readMysqlRest, writeMysqlRest } from './mysql-rest.ts';
import type { Numbering } from './numbering.ts';
import { writeOrder } from './order.ts';

/** A partition that this program took for the move, so that no server writes to it meanwhile. */
export interface TakenPartition {
  readonly partition: number;
  readonly epoch: number;
}

/** The journals of all partitions in one database, as an end of a move. */
export class MysqlSide implements JournalSide {
  readonly #database: Mysql;
  readonly #taken: readonly TakenPartition[];
  readonly #numbering: Numbering;
  readonly #texts = new Map<number, Texts>();

  constructor(database: Mysql, taken: readonly TakenPartition[], numbering: Numbering) {
    this.#database = database;
    this.#taken = taken;
    this.#numbering = numbering;
  }

  flights = async (): Promise<readonly number[]> => {
    const rows = await this.#database.rows('SELECT number FROM flights ORDER BY number');
    return rows.map((row) => numberOf(row, 'number'));
  };

  async read(flight: number): Promise<FlightRecord | null> {
    const [found] = await this.#database.rows('SELECT part, document FROM flights WHERE number = ?', [flight]);
    if (found === undefined) return null;
    const part = numberOf(found, 'part');
    const read = (sql: string) => this.#database.rows(sql, [part, flight]);
    const [delivered] = await read('SELECT number FROM delivered WHERE part = ? AND flight = ?');
    const [sealed] = await read('SELECT summary FROM sealed WHERE part = ? AND flight = ?');
    const chunks = await read('SELECT * FROM chunks WHERE part = ? AND flight = ? ORDER BY first_number');
    const reports = await read('SELECT * FROM reports WHERE part = ? AND flight = ? ORDER BY number');
    const changes = await read('SELECT * FROM changes WHERE part = ? AND flight = ? ORDER BY number');
    const texts = await this.#textsOf(part);
    const record = {
      document: textOf(found, 'document'),
      delivered: delivered === undefined ? 0 : numberOf(delivered, 'number'),
      sealed: sealed === undefined ? null : textOf(sealed, 'summary'),
      chunks: chunks.map((row) => ({
        first: numberOf(row, 'first_number'),
        last: numberOf(row, 'last_number'),
        body: bytesOf(row, 'body'),
      })),
      unsealed: reports.map((row): Report => reportOf(row, texts)),
      changes: changes.map(readChange),
    };
    return this.#numbering.renumber(part, record);
  }

  async write(flight: number, record: FlightRecord): Promise<void> {
    const part = partitionOf(flightOf({ document: record.document }).pilot.id);
    const [there] = await this.#database.rows('SELECT part FROM flights WHERE number = ?', [flight]);
    await this.#transact([part], async (session) => {
      if (there !== undefined) await removeFlight(session, numberOf(there, 'part'), flight);
      await insertFlight(session, part, flight, record);
    });
  }

  async remove(flight: number): Promise<void> {
    const [there] = await this.#database.rows('SELECT part FROM flights WHERE number = ?', [flight]);
    if (there === undefined) return;
    const part = numberOf(there, 'part');
    await this.#transact([part], (session) => removeFlight(session, part, flight));
  }

  async readRest(): Promise<Rest> {
    return this.#numbering.rest(await readMysqlRest(this.#database));
  }

  async writeRest(rest: Rest): Promise<void> {
    const parts = Array.from({ length: partitionCount }, (_, part) => part);
    await this.#transact(parts, async (session) => {
      await writeMysqlRest(session, rest);
      // Each partition continues after the newest change of all, because its cursors are theirs.
      for (const part of parts) await markChanges(session, part, rest.lastChange);
      await writeOrder(session, rest.lastChange);
    });
  }

  async #textsOf(part: number): Promise<Texts> {
    const known = this.#texts.get(part);
    if (known !== undefined) return known;
    const rows = await this.#database.rows('SELECT id, text FROM texts WHERE part = ?', [part]);
    const texts = new Texts(rows.map((row) => ({ id: numberOf(row, 'id'), text: textOf(row, 'text') })));
    this.#texts.set(part, texts);
    return texts;
  }

  #transact(parts: readonly number[], task: (session: MysqlSession) => Promise<void>): Promise<void> {
    const held = this.#taken.filter(({ partition }) => parts.includes(partition));
    return this.#database.transaction(async (session) => {
      const lost = await writeFence(session, held);
      if (lost.length > 0)
        throw new MoveError('A server took over a part of the journal. Stop all servers and run it again.');
      await task(session);
    });
  }
}

function readChange(row: MysqlRow) {
  const [number, at] = [numberOf(row, 'number'), numberOf(row, 'at')];
  return { number, at, kind: textOf(row, 'kind'), document: textOf(row, 'document') };
}

async function removeFlight(session: MysqlSession, part: number, flight: number): Promise<void> {
  const key: readonly MysqlParameter[] = [part, flight];
  for (const table of ['flight_pireps', 'delivered', 'sealed', 'chunks', 'reports', 'changes'])
    await session.run(`DELETE FROM ${table} WHERE part = ? AND flight = ?`, key);
  await session.run('DELETE FROM flights WHERE part = ? AND number = ?', key);
}

async function insertFlight(session: MysqlSession, part: number, flight: number, record: FlightRecord): Promise<void> {
  const { document, delivered, sealed, chunks, unsealed, changes } = record;
  const rows = new GatheredRows();
  const writer = new FlightWriter(session, rows);
  writer.save(part, { ...toFlightRow(flightOf({ document })), document });
  await writer.savePireps();
  if (delivered > 0) rows.delivered.add(part, flight, delivered);
  for (const { first, last, body } of chunks) rows.chunks.add(part, flight, first, last, Buffer.from(body));
  if (sealed !== null) {
    const instants = chunks.map(({ body }) => readInstants(unpackChunk(body))).reduce(joinInstants, noInstants);
    const { lastNumber } = JSON.parse(sealed) as { readonly lastNumber: number };
    rows.sealed.add(part, flight, lastNumber, sealed, Buffer.from(packInstants(instants)));
  }
  for (const report of unsealed) {
    const { isEvent, body } = rowOf(report);
    (isEvent ? rows.events : rows.positions).add(part, report.number, flight, body);
  }
  for (const { number, at, kind, document: then } of changes) rows.changes.add(part, number, at, kind, flight, then);
  await rows.flush(session);
  await writer.refreshLive();
}
