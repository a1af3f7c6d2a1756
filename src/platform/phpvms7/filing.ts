import type { Pirep } from '../../tracking/model.ts';
import { isRefusal, Refusal } from '../../tracking/refusals.ts';
import { cancelled } from '../pirep-status.ts';
import type { HostFlight, HostPirep } from '../port.ts';
import { logRow } from './acars-rows.ts';
import { ask, ended, findRow, type Host, isFiled, toHostPirep, toRefusal } from './host.ts';
import { fileBody, filedFigures } from './pirep-fields.ts';
import type { PirepRow } from './pireps.ts';
import type { RestAnswer } from './rest-answer.ts';
import { unavailable } from './rest-answer.ts';
import { readSiteRules } from './site-settings.ts';

/** Filing runs mails, awards and add-ons before it answers. */
const fileTimeoutMs = 120_000;
const cancelTimeoutMs = 30_000;
/** So long a filing whose answer was lost may still be under way in PHP; a second call then would run every listener twice. */
const doubtMs = 30_000;

/** Files and cancels PIREPs through the platform's own service, and believes only the database about what came of it. */
export class Filing {
  readonly #host: Host;
  /** When the answer to a filing was lost, by PIREP. */
  readonly #lostAt = new Map<string, number>();
  readonly #running = new Map<string, Promise<HostPirep>>();

  constructor(host: Host) {
    this.#host = host;
  }

  /** Whoever asks while the same PIREP is being filed waits for the same answer. */
  file(flight: HostFlight, pirep: Pirep): Promise<HostPirep> {
    const name = `${flight.pilotId} ${flight.pirepId}`;
    const running = this.#running.get(name) ?? this.#file(flight, pirep).finally(() => this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  async #file(flight: HostFlight, pirep: Pirep): Promise<HostPirep> {
    const host = this.#host;
    const before = await findRow(host, flight);
    if (before === null) throw toRefusal({ kind: 'missing' });
    if (isFiled(before)) return this.#filed(before, pirep);
    if (before.state === 'cancelled') throw ended(before);
    await demandAircraft(host, before.aircraftId);
    this.#demandNoDoubt(before.id);
    await writeLog(host, before.id, pirep);
    const body = fileBody(pirep, await host.database.installation());
    const path = `pireps/${encodeURIComponent(before.id)}/file`;
    const question = {
      method: 'POST',
      path,
      body,
      lane: 'urgent',
      timeoutMs: fileTimeoutMs,
      isDelicate: true,
    } as const;
    const answer = await ask(host, flight.pilotId, question);
    if (answer.kind === 'lost') this.#lostAt.set(before.id, host.clock.now());
    const after = await findRow(host, flight);
    if (isFiled(after)) return this.#filed(after, pirep);
    throw unfiled(after, answer);
  }

  /** Cancels what is open. A pilot whose key is not taken any more leaves it to the platform's own clean-up. */
  async cancel(flight: HostFlight): Promise<HostPirep | null> {
    const host = this.#host;
    const row = await findRow(host, flight);
    if (row === null || row.state === 'cancelled') return null;
    if (isFiled(row)) return toHostPirep(row);
    const path = `pireps/${encodeURIComponent(row.id)}/cancel`;
    const answer = await this.#askToCancel(flight, path);
    const after = await findRow(host, flight);
    if (isFiled(after)) return toHostPirep(after);
    if (after === null || after.state === 'cancelled') return null;
    if (answer.kind !== 'key-refused')
      throw answer.kind === 'done' ? unavailable('it cancelled a PIREP and holds it open') : toRefusal(answer);
    const { liveTimeH } = await readSiteRules(host.database);
    await host.pireps.shelve(row.id, cancelled, host.clock.now() - (liveTimeH + 1) * 3_600_000);
    host.log.warn(
      { flight: flight.id, pirep: row.id },
      'the pilot may not use the API: the PIREP is left to the platform to clean up',
    );
    return null;
  }

  async #askToCancel(flight: HostFlight, path: string): Promise<RestAnswer> {
    try {
      return await ask(this.#host, flight.pilotId, {
        method: 'PUT',
        path,
        body: {},
        lane: 'urgent',
        timeoutMs: cancelTimeoutMs,
      });
    } catch (error) {
      if (isRefusal(error, 'crew-center-refused')) return { kind: 'key-refused' };
      throw error;
    }
  }

  async #filed(row: PirepRow, pirep: Pirep): Promise<HostPirep> {
    this.#lostAt.delete(row.id);
    await this.#host.pireps.keepFigures(row.id, filedFigures(pirep, await this.#host.database.columns('pireps')));
    return toHostPirep(row);
  }

  #demandNoDoubt(pirepId: string): void {
    const until = (this.#lostAt.get(pirepId) ?? Number.NEGATIVE_INFINITY) + doubtMs;
    const leftMs = until - this.#host.clock.now();
    if (leftMs > 0) throw unavailable('a filing of this PIREP may still be under way', leftMs / 1_000);
  }
}

function unfiled(row: PirepRow | null, answer: RestAnswer): Refusal {
  if (row === null) return toRefusal({ kind: 'missing' });
  if (row.state === 'cancelled') return ended(row);
  return answer.kind === 'done' ? unavailable('it filed a PIREP and holds it open') : toRefusal(answer);
}

/** The platform files without its aircraft, and fails after it: such a filing needs the operator. */
async function demandAircraft(host: Host, aircraftId: string | null): Promise<void> {
  if (aircraftId !== null && (await host.fleet.exists(aircraftId))) return;
  throw new Refusal('crew-center-refused', { message: 'The crew center no longer has the aircraft of this flight.' });
}

/** The lines that the client gave with the finish; flight events are there already. */
async function writeLog(host: Host, pirepId: string, pirep: Pirep): Promise<void> {
  const lines = pirep.log.filter((line) => line.at === null);
  const now = host.clock.now();
  await host.track.write(lines.map((line, index) => logRow(pirepId, index, line.text, now)));
}
