import type { DatabaseSync } from 'node:sqlite';
import { damageIn } from '../lib/sqlite.ts';
import { Refusal } from '../tracking/refusals.ts';
import { CheckedRows, DamagedRowError } from './checked-rows.ts';
import { type DamagedRow, type NoteDamage, wholeFile } from './damaged-row.ts';
import { DamagedRows } from './damaged-rows.ts';
import type { Journal } from './journal.ts';
import { PaperReader } from './paper-reader.ts';
import { ReportReader } from './report-reader.ts';
import type { Tails } from './tails.ts';

/** The reads of a journal, on a connection that only reads. What cannot be read because it is damaged is noted, and refused. */
export class JournalReader {
  readonly rows: CheckedRows;
  readonly onDamage: NoteDamage;
  readonly #damaged: DamagedRows;
  readonly #reports: ReportReader;
  readonly #papers: PaperReader;

  /** @param onDamage - hears of each row once that is not as it was written */
  constructor(database: DatabaseSync, tails: Tails, onDamage: (row: DamagedRow) => void) {
    this.#damaged = new DamagedRows(onDamage);
    this.onDamage = this.#damaged.note;
    this.rows = new CheckedRows(database, this.onDamage);
    this.#reports = new ReportReader(database, tails, this.onDamage);
    this.#papers = new PaperReader(database, this.rows);
  }

  eachRaw: ReportReader['eachRaw'] = (...args) => this.#reports.eachRaw(...args);

  readReports: Journal['readReports'] = (flight, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
    this.ask(() => this.#reports.read(flight, after, limit));
  countReports: Journal['countReports'] = (...args) => this.ask(() => this.#reports.count(...args));
  readSealed: Journal['readSealed'] = (flight) => this.#now(() => this.#reports.sealed(flight));
  hasSealedReport: Journal['hasSealedReport'] = (...report) => this.#now(() => this.#reports.hasSealed(...report));
  isMissingReports: Journal['isMissingReports'] = (flight) =>
    this.#damaged.isMissingReports(flight) || this.readSealed(flight)?.lost !== undefined;

  readFlight: Journal['readFlight'] = (name) => this.ask(() => this.#papers.flight(name));
  readLastEnded: Journal['readLastEnded'] = (pilotId) => this.ask(() => this.#papers.lastEnded(pilotId));
  listFlights: Journal['listFlights'] = (filter) => this.ask(() => this.#papers.flights(filter));
  pageFlights: Journal['pageFlights'] = (request) => this.ask(() => this.#papers.flightPage(request));
  readNote: Journal['readNote'] = (name) => this.#now(() => this.#papers.note(name));
  listAudit: Journal['listAudit'] = (limit) => this.ask(() => this.#papers.audit(limit));
  findPilot: Journal['findPilot'] = (ident) => this.ask(() => this.#papers.pilot(ident));

  /** @throws Refusal `data-damaged` */
  async ask<T>(read: () => T | Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw this.#asRefusal(error);
    }
  }

  #now<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.#asRefusal(error);
    }
  }

  #asRefusal(error: unknown): unknown {
    const damage = damageIn(error);
    if (damage !== null) this.onDamage(wholeFile(damage));
    else if (error instanceof DamagedRowError) this.onDamage(error.row);
    else return error;
    return new Refusal('data-damaged', {
      message: 'This is stored, but damaged, and cannot be read. The operator of the server has to repair it.',
    });
  }
}
