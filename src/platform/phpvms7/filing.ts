import type { Pirep } from '../../tracking/model.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import { cancelled } from '../seven/pirep-status.ts';
import { removeFlownBid } from './check-filed.ts';
import { readFares, type SentFare } from './fares.ts';
import { writeLog } from './flight-log.ts';
import {
  ask,
  ended,
  type FiledRow,
  findRow,
  findSettledRow,
  type Host,
  isFiled,
  toHostPirep,
  toRefusal,
} from './host.ts';
import { carryOut, isAcceptedByRank } from './judgement.ts';
import { commentJudgement } from './judgement-comment.ts';
import { type Body, fileBody, filedFigures, reviewBody } from './pirep-fields.ts';
import type { PirepRow } from './pireps.ts';
import type { RestAnswer } from './rest-answer.ts';
import { unavailable } from './rest-answer.ts';
import { readSiteRules } from './site-settings.ts';

/** Files and cancels PIREPs through the platform's own service, and believes only the database about what came of it. */
export class Filing {
  readonly #host: Host;
  readonly #running = new Map<string, Promise<HostPirep>>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Files the PIREP. Concurrent calls for the same one share one run. */
  file(flight: HostFlight, pirep: Pirep): Promise<HostPirep> {
    const name = `${flight.pilotId} ${flight.pirepId}`;
    const running = this.#running.get(name) ?? this.#file(flight, pirep).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  async #file(flight: HostFlight, pirep: Pirep): Promise<HostPirep> {
    const host = this.#host;
    const before = await findSettledRow(host, flight);
    if (before === null) throw toRefusal({ kind: 'missing' });
    if (isFiled(before)) return this.#filed(flight, before, pirep, false);
    if (before.state === 'cancelled') throw ended(before);
    await requireAircraft(host, before.aircraftId);
    host.doubts.requireNone(flight.id);
    await writeLog(host, before.id, pirep);
    const fares = await this.#faresOf(flight, before.aircraftId, pirep);
    const body = fileBody(pirep, fares, await host.database.installation());
    const answer = await this.#askToFile(flight, before.id, { body, isForReview: pirep.isForReview === true });
    const after = await findRow(host, flight);
    if (isFiled(after)) return this.#filed(flight, after, pirep, answer.kind === 'done');
    throw unfiled(after, answer);
  }

  /** `file`, or `update` for a PIREP that waits for review although the pilot's rank would have it accepted. */
  async #askToFile(
    flight: HostFlight,
    pirepId: string,
    { body, isForReview }: { readonly body: Body; readonly isForReview: boolean },
  ): Promise<RestAnswer> {
    const host = this.#host;
    if (!isForReview || !(await isAcceptedByRank(host, flight)))
      return ask(host, flight, { action: 'file', pirepId, body, lane: 'urgent' });
    const all = { ...body, ...reviewBody(host.clock.now()) };
    const answer = await ask(host, flight, { action: 'update', pirepId, body: all, lane: 'urgent' });
    // `file` removes it by an event that `update` does not send.
    if (answer.kind === 'done') await removeFlownBid(host, flight);
    return answer;
  }

  /** Cancels an open PIREP. If the pilot's key is no longer accepted, it is left to the platform's own clean-up. */
  async cancel(flight: HostFlight): Promise<HostPirep | null> {
    const host = this.#host;
    const row = await findSettledRow(host, flight);
    if (row === null || row.state === 'cancelled') return null;
    if (isFiled(row)) return toHostPirep(row);
    const answer = await this.#askToCancel(flight, row.id);
    const after = await findRow(host, flight);
    if (isFiled(after)) return toHostPirep(after);
    if (after === null || after.state === 'cancelled') return null;
    if (answer.kind !== 'key-refused')
      throw answer.kind === 'done'
        ? unavailable('it confirmed that it cancelled a PIREP, which is still open')
        : toRefusal(answer);
    const { liveTimeH } = await readSiteRules(host.database);
    await host.map.remove(row.id);
    await host.pireps.shelve(row.id, cancelled, host.clock.now() - (liveTimeH + 1) * 3_600_000);
    host.log.warn(
      { flight: flight.id, pirep: row.id },
      'the pilot may not use the API: the PIREP is left to the platform to clean up',
    );
    return null;
  }

  /** What the client sold, else its load over the aircraft's fares; empty leaves those of the prefile. */
  async #faresOf(flight: HostFlight, aircraftId: string | null, { fares, load }: Pirep): Promise<readonly SentFare[]> {
    const sold = (fares ?? []).flatMap(({ id, count }) => (/^\d{1,10}$/.test(id) ? [{ id: Number(id), count }] : []));
    if (sold.length > 0 || load === null) return sold;
    return readFares(this.#host.database, flight, aircraftId, load);
  }

  async #askToCancel(flight: HostFlight, pirepId: string): Promise<RestAnswer> {
    try {
      return await ask(this.#host, flight, { action: 'cancel', pirepId, body: {}, lane: 'urgent' });
    } catch (error) {
      if (isRefusal(error, 'crew-center-refused')) return { kind: 'key-refused' };
      throw error;
    }
  }

  /** @param isDone - PHP has just said that it filed it. What it left undone, `checkFiled` finds */
  async #filed(flight: HostFlight, row: FiledRow, pirep: Pirep, isDone: boolean): Promise<HostPirep> {
    const host = this.#host;
    await host.pireps.keepFigures(row.id, filedFigures(pirep, await host.database.columns('pireps')));
    await commentJudgement(host, flight, row.id, pirep);
    const ruled = await carryOut(host, flight, row, pirep, isDone);
    const filed = { ...toHostPirep(row), ...(ruled?.kind === 'is' && { state: ruled.state }) };
    return isDone && ruled?.kind !== 'unable' ? filed : { ...filed, isUnsure: true };
  }
}

function unfiled(row: PirepRow | null, answer: RestAnswer): Refusal {
  if (row === null) return toRefusal({ kind: 'missing' });
  if (row.state === 'cancelled') return ended(row);
  return answer.kind === 'done'
    ? unavailable('it confirmed that it filed a PIREP, which is still open')
    : toRefusal(answer);
}

/** The platform files without its aircraft, and fails after it: such a filing needs the operator. */
async function requireAircraft(host: Host, aircraftId: string | null): Promise<void> {
  if (aircraftId !== null && (await host.fleet.exists(aircraftId))) return;
  throw new Refusal('crew-center-refused', { message: 'The crew center no longer has the aircraft of this flight.' });
}
