import type { SQLInputValue } from 'node:sqlite';
import { numberOf, numberOrNull, type Row, textOrNull } from '../../lib/row.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { pirepState } from '../seven/pirep-state.ts';
import { arrived, cancelled, initiated } from '../seven/pirep-status.ts';
import { BidService } from './bid-service.ts';
import type { CrewCenter } from './crew-center.ts';
import { handleDiversion } from './diversion.ts';
import { readHostSettings } from './host-settings.ts';
import type { PirepEventName } from './pirep-events.ts';
import { type PirepFieldValues, saveFieldValues } from './pirep-fields.ts';
import { readPirep, toSnapshot } from './pirep-rows.ts';
import { creditFlight, debitFlight, reactivatePilot, recountHours } from './statistics.ts';
import type { Emit } from './write-queue.ts';

/** Columns of `pireps` by their name in the database; omitted ones are not changed. */
export type PirepColumns = Readonly<Record<string, SQLInputValue>>;

/** What becomes of a PIREP that is submitted: the pilot's rank decides, it stays pending, or the airline's rules have decided. */
export type Verdict = 'by-rank' | 'review' | 'accept' | 'reject';

/** Source of the PIREP (app/Models/Enums/PirepSource.php, ACARS). */
const acars = 1;
/** Constant from 1.2.0 on. */
export const sourceName = 'Tracker';

/**
 * The PIREP service, like version 7's (app/Services/PirepService.php): every change of a PIREP's state goes through
 * it, so that listeners are notified of all of them. It runs within one transaction of the crew center.
 */
export class PirepService {
  readonly #crewCenter: CrewCenter;
  readonly #emit: Emit;

  constructor(crewCenter: CrewCenter, emit: Emit) {
    this.#crewCenter = crewCenter;
    this.#emit = emit;
  }

  /** Creates a PIREP in progress. The caller checks whether the flight is allowed. */
  prefile(pirepId: string, columns: PirepColumns): void {
    const now = this.#crewCenter.now();
    const all: PirepColumns = {
      ...columns,
      id: pirepId,
      source: acars,
      source_name: sourceName,
      state: pirepState.inProgress,
      status: initiated,
      created_at: now,
      updated_at: now,
    };
    const names = Object.keys(all);
    const marks = names.map((name) => `:${name}`).join(', ');
    this.#crewCenter.statement(`INSERT INTO pireps (${names.join(', ')}) VALUES (${marks})`).run({ ...all });
    this.#say('PirepPrefiled', pirepId);
  }

  /** Updates figures and status of a PIREP in progress. */
  update(pirepId: string, columns: PirepColumns): void {
    const before = this.#read(pirepId);
    this.#set(pirepId, columns);
    if (columns.status !== undefined && columns.status !== before.status) this.#say('PirepStatusChange', pirepId);
    this.#say('PirepUpdated', pirepId);
  }

  /** Saves the final figures and fields, and submits. @param verdict - as `submit` */
  file(pirepId: string, columns: PirepColumns, fields: PirepFieldValues, verdict: Verdict = 'by-rank'): void {
    const submittedAt = this.#crewCenter.now();
    this.#set(pirepId, { ...columns, state: pirepState.pending, status: arrived, submitted_at: submittedAt });
    saveFieldValues(this.#crewCenter, pirepId, fields);
    this.submit(pirepId, verdict);
  }

  /**
   * Does the work of the platform's own listeners for a filed PIREP, in their order: bid, diversion, standing; then what was
   * decided of it.
   */
  submit(pirepId: string, verdict: Verdict = 'by-rank'): void {
    const row = this.#read(pirepId);
    const schedule = textOrNull(row, 'flight_id');
    if (schedule !== null) new BidService(this.#crewCenter, this.#emit).removeOn(numberOf(row, 'user_id'), schedule);
    if (readHostSettings(this.#crewCenter).handleDiversion) handleDiversion(this.#crewCenter, pirepId);
    reactivatePilot(this.#crewCenter, numberOf(row, 'user_id'));
    this.#say('PirepFiled', pirepId);
    if (verdict === 'reject') this.reject(pirepId);
    if (verdict === 'accept' || (verdict === 'by-rank' && isAutoAccepted(this.#crewCenter, row))) this.accept(pirepId);
  }

  /** Accepts a PIREP; one already accepted is not changed. @throws Refusal `crew-center-refused` when it is not filed */
  accept(pirepId: string): void {
    const state = this.#filedState(pirepId);
    if (state === pirepState.accepted) return;
    this.#set(pirepId, { state: pirepState.accepted });
    creditFlight(this.#crewCenter, this.#read(pirepId));
    this.#say('PirepAccepted', pirepId);
  }

  /** Rejects a PIREP, and undoes the effects of an accepted one. @throws as `accept` */
  reject(pirepId: string): void {
    const state = this.#filedState(pirepId);
    if (state === pirepState.rejected) return;
    if (state === pirepState.accepted) debitFlight(this.#crewCenter, this.#read(pirepId));
    this.#set(pirepId, { state: pirepState.rejected });
    this.#say('PirepRejected', pirepId);
  }

  /** Sets the score of a filed PIREP. @throws as `accept` */
  rescore(pirepId: string, score: number): void {
    this.#filedState(pirepId);
    this.#set(pirepId, { score });
  }

  /** Decides a filed PIREP as if it were submitted now; one that is to be reviewed is pending again. @throws as `accept` */
  decideAgain(pirepId: string, verdict: Verdict): void {
    const isAccepted =
      verdict === 'accept' || (verdict === 'by-rank' && isAutoAccepted(this.#crewCenter, this.#read(pirepId)));
    if (verdict === 'reject') this.reject(pirepId);
    else if (isAccepted) this.accept(pirepId);
    else this.#reopen(pirepId);
  }

  /** Replaces figures of a filed PIREP; of an accepted one the hours follow. @throws as `accept` */
  correct(pirepId: string, columns: PirepColumns): void {
    const isCounted = this.#filedState(pirepId) === pirepState.accepted;
    if (Object.keys(columns).length === 0) return;
    const before = this.#read(pirepId);
    this.#set(pirepId, columns);
    if (isCounted) recountHours(this.#crewCenter, before, this.#read(pirepId));
    this.#say('PirepUpdated', pirepId);
  }

  #reopen(pirepId: string): void {
    const state = this.#filedState(pirepId);
    if (state === pirepState.pending) return;
    if (state === pirepState.accepted) debitFlight(this.#crewCenter, this.#read(pirepId));
    this.#set(pirepId, { state: pirepState.pending });
    this.#say('PirepUpdated', pirepId);
  }

  /** Cancels a PIREP in progress; the bid is kept. */
  cancel(pirepId: string): void {
    this.#set(pirepId, { state: pirepState.cancelled, status: cancelled });
    this.#say('PirepCancelled', pirepId);
  }

  #filedState(pirepId: string): number {
    const state = numberOf(this.#read(pirepId), 'state');
    const isFiled = state === pirepState.pending || state === pirepState.accepted || state === pirepState.rejected;
    if (!isFiled) throw new Refusal('crew-center-refused', { message: `PIREP ${pirepId} is not filed.` });
    return state;
  }

  #set(pirepId: string, columns: PirepColumns): void {
    const all: PirepColumns = { updated_at: this.#crewCenter.now(), ...columns };
    const assignments = Object.keys(all).map((name) => `${name} = :${name}`);
    const update = this.#crewCenter.statement(`UPDATE pireps SET ${assignments.join(', ')} WHERE id = :id`);
    update.run({ ...all, id: pirepId });
  }

  #read(pirepId: string): Row {
    const row = readPirep(this.#crewCenter, pirepId);
    if (row === null) throw new Refusal('crew-center-refused', { message: `There is no PIREP ${pirepId}.` });
    return row;
  }

  #say(name: PirepEventName, pirepId: string): void {
    this.#emit({ name, at: this.#crewCenter.clock.now(), pirep: toSnapshot(this.#read(pirepId)) });
  }
}

function isAutoAccepted(crewCenter: CrewCenter, pirep: Row): boolean {
  const row = crewCenter.get(
    `SELECT 1 AS yes FROM users u JOIN ranks r ON r.id = u.rank_id WHERE u.id = ? AND r.auto_approve_acars = 1
       AND (coalesce(r.auto_approve_above_score, 0) = 0 OR ? >= coalesce(r.auto_approve_score, 0))`,
    numberOf(pirep, 'user_id'),
    numberOrNull(pirep, 'score') ?? 0,
  );
  return row !== null;
}
