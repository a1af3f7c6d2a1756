import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { FairTurns, inTurns } from '../../../lib/fair-turns.ts';
import type { FlightView } from '../../../tracking/figures/flight-view.ts';
import type { Position, Report } from '../../../tracking/model.ts';
import type { Records } from '../../records.ts';
import { type Asker, type Turn, tooManyWait } from '../../waiting.ts';
import type { Audience } from '../audience.ts';
import { type FlightRecords, readInOrder, versionOf } from '../flight-records.ts';
import { publicPosition } from '../record.ts';
import { type Format, fileName, formatOf, toExport } from './export.ts';

/** A file that was made for a download. */
export interface KeptExport {
  /** Name under which a browser saves it. */
  readonly name: string;
  readonly type: string;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** All that are kept, in bytes; a long flight has one to four million. */
const maxKeptBytes = 24 * 1024 * 1024;

/** Makes the files of tracks: one at a time, in pieces, and each once. */
export class Exports {
  readonly #records: Pick<Records, 'readReports'>;
  readonly #flightRecords: FlightRecords;
  /** Oldest first. */
  readonly #kept = new Map<string, KeptExport>();
  #goOn: () => void = () => undefined;
  /** A turn is the making of a whole file here. */
  readonly #turns = new FairTurns((goOn) => {
    this.#goOn = goOn;
  });

  constructor(records: Pick<Records, 'readReports'>, flightRecords: FlightRecords) {
    this.#records = records;
    this.#flightRecords = flightRecords;
  }

  /** @throws Refusal `too-many-requests` when too many wait, most of them from there */
  async read(view: FlightView, audience: Audience, ending: string, asker: Asker): Promise<KeptExport> {
    const key = `${view.flight.id} ${versionOf({ view })} ${audience} ${ending}`;
    const format = formatOf(ending);
    if (format === undefined) throw new Error(`no format ${ending}`);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    if (!(await this.#turns.take(asker.networks))) throw tooManyWait();
    try {
      const made = this.#kept.get(key) ?? (await this.#make(view, audience, { format, ending }, asker.turn));
      this.#keep(key, made);
      return made;
    } finally {
      this.#goOn();
    }
  }

  async #make(
    view: FlightView,
    audience: Audience,
    { format, ending }: { readonly format: Format; readonly ending: string },
    turn: Turn,
  ): Promise<KeptExport> {
    const isPublic = audience === 'public';
    const record = await this.#flightRecords.read(view, isPublic, turn);
    const reports = await readInOrder(this.#records, view.flight, turn);
    const positions = await inTurns(positionsOf(reports, isPublic), turn);
    await turn();
    const track = toExport(record, positions, audience);
    return { name: fileName(track, ending), type: format.type, ...(await compress(format.pieces(track), turn)) };
  }

  #keep(key: string, made: KeptExport): void {
    this.#kept.delete(key);
    this.#kept.set(key, made);
    let bytes = 0;
    for (const { gzipped } of this.#kept.values()) bytes += gzipped.length;
    for (const [oldest, { gzipped }] of this.#kept) {
      if (bytes <= maxKeptBytes || this.#kept.size === 1) return;
      bytes -= gzipped.length;
      this.#kept.delete(oldest);
    }
  }
}

function* positionsOf(reports: readonly Report[], isPublic: boolean): Generator<void, readonly Position[]> {
  const positions: Position[] = [];
  for (const [index, report] of reports.entries()) {
    if (index % 1_000 === 0) yield;
    if (report.kind === 'position') positions.push(isPublic ? publicPosition(report.position) : report.position);
  }
  return positions;
}

/** Compresses in another thread; what is made here is one piece in each turn. */
async function compress(pieces: Iterable<string>, turn: Turn): Promise<Pick<KeptExport, 'gzipped' | 'etag'>> {
  const gzip = createGzip();
  const compressed = buffer(gzip);
  const digest = createHash('sha256');
  const iterator = pieces[Symbol.iterator]();
  for (;;) {
    await turn();
    const { done, value } = iterator.next();
    if (done === true) break;
    digest.update(value);
    if (!gzip.write(value)) await once(gzip, 'drain');
  }
  gzip.end();
  return { gzipped: await compressed, etag: `"${digest.digest('hex').slice(0, 24)}"` };
}
