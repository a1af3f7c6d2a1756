import type { DatabaseSync } from 'node:sqlite';
import { damageIn } from '../lib/sqlite.ts';
import { Refusal } from '../tracking/refusals.ts';
import { CheckedRows, DamagedRowError } from './checked-rows.ts';
import { type DamagedRow, type NoteDamage, wholeFile } from './damaged-row.ts';
import { DamagedRows } from './damaged-rows.ts';
import type { Journal } from './journal.ts';
import type { EngineCalls } from './journal-engine.ts';
import { PaperReader } from './paper-reader.ts';
import { ReportReader } from './report-reader.ts';
import type { Tails } from './tails.ts';

type ReaderCalls = Omit<EngineCalls, 'eachUnsealed' | 'nextFlightNumber' | 'scrub' | 'backup'>;

/** The reads of a journal, on a connection that only reads. What cannot be read because it is damaged is noted, and refused. */
export class JournalReader {
  readonly rows: CheckedRows;
  readonly onDamage: NoteDamage;
  readonly calls: ReaderCalls;
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
    this.calls = this.#readCalls();
  }

  eachRaw: ReportReader['eachRaw'] = (...args) => this.#reports.eachRaw(...args);

  /** @throws Refusal `data-damaged` */
  ask = async <T>(read: () => T | Promise<T>): Promise<T> => {
    try {
      return await read();
    } catch (error) {
      throw this.#asRefusal(error);
    }
  };

  #readCalls(): ReaderCalls {
    const [reports, papers] = [this.#reports, this.#papers];
    const readSealed: Journal['readSealed'] = (flight) => this.#now(() => reports.sealed(flight));
    return {
      readSealed,
      readReports: (flight, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) =>
        this.ask(() => reports.read(flight, after, limit)),
      countReports: (...args) => this.ask(() => reports.count(...args)),
      hasSealedReport: (...report) => this.#now(() => reports.hasSealed(...report)),
      isMissingReports: (flight) => this.#damaged.isMissingReports(flight) || readSealed(flight)?.lost !== undefined,
      readFlight: (name) => this.ask(() => papers.flight(name)),
      readLastEnded: (pilotId) => this.ask(() => papers.lastEnded(pilotId)),
      listFlights: (filter) => this.ask(() => papers.flights(filter)),
      pageFlights: (request) => this.ask(() => papers.flightPage(request)),
      readNote: (name) => this.#now(() => papers.note(name)),
      listAudit: (limit) => this.ask(() => papers.audit(limit)),
      findPilot: (ident) => this.ask(() => papers.pilot(ident)),
    };
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
