import type { Journal } from '../../../journal/journal.ts';
import { Turns } from '../../../lib/turns.ts';
import type { Platform } from '../../../platform/port.ts';
import type { AuditTrail } from '../../delivery/audit-trail.ts';
import { toHostFlight } from '../../figures/flight-view.ts';
import type { LiveFlights } from '../../flight/live-flights.ts';
import type { Flight, Judgement, Pirep, Receipt } from '../../model.ts';
import type { JudgedAgain } from '../../operator-calls.ts';
import type { PaperworkCore } from '../../paperwork/core.ts';
import { judgeBy, withJudgement } from '../../paperwork/judging.ts';
import { Refusal } from '../../refusals.ts';
import { followedState } from '../../rules/trial.ts';

/** What judging a filed flight again needs of the core. */
export interface JudgingAgainCore extends Pick<PaperworkCore, 'judging'> {
  readonly flights: LiveFlights;
  readonly journal: Pick<Journal, 'readFlight' | 'readReports'>;
  readonly platform: Platform;
}

/** Judges filed flights again, when staff ask for it: one act at a time, so that of two on one flight the second sees the first. */
export class JudgingAgain {
  readonly #core: JudgingAgainCore;
  readonly #audit: AuditTrail;
  readonly #turns = new Turns();

  constructor(core: JudgingAgainCore, audit: AuditTrail) {
    this.#core = core;
    this.#audit = audit;
  }

  /** @throws as `OperatorCalls.judgeAgain` */
  judge(actor: string, flightId: string, set: number): Promise<JudgedAgain> {
    return this.inTurn(() => this.#judge(actor, flightId, set));
  }

  /** Runs what changes filed flights too, between two acts: a document that was read before would undo it. */
  inTurn<T>(act: () => Promise<T>): Promise<T> {
    return this.#turns.run('filed flights', act);
  }

  async #judge(actor: string, flightId: string, set: number): Promise<JudgedAgain> {
    const { journal, flights } = this.#core;
    const flight = flights.byId(flightId)?.flight ?? (await journal.readFlight({ flightId }));
    if (flight === null) throw new Refusal('flight-not-found', { message: `There is no flight ${flightId}.` });
    const { receipt } = flight;
    if (receipt === null) throw new Refusal('invalid', { message: 'This flight has no PIREP that could be judged.' });
    const { pirep, pirepState: before } = receipt;
    if (pirep.judgement?.set === set) return { flightId, before, after: before, judgement: pirep.judgement };
    const judgement = await this.#ask(flight, pirep, set);
    // The crew center first: what it did is found again when this is repeated after a crash.
    const after = await this.#decide(receipt, judgement);
    await this.#store(flightId, withJudgement(pirep, judgement), after);
    await this.#audit.write(
      actor,
      'judge-again',
      flightId,
      `rule set ${set}: ${before} → ${after}, ${judgement.score}`,
    );
    return { flightId, before, after, judgement };
  }

  async #ask(flight: Flight, pirep: Pirep, set: number): Promise<Judgement> {
    if (typeof this.#core.judging.find(set) === 'string') throw noSuchSet(set);
    const judgement = await judgeBy(this.#core, set, {
      flight,
      pirep,
      reports: await this.#core.journal.readReports(flight.number),
      hostFlight: toHostFlight(flight),
      clientScore: pirep.judgement === undefined ? pirep.score : pirep.judgement.clientScore,
    });
    if (judgement === 'damaged') throw noSuchSet(set);
    return judgement;
  }

  /** Returns the state of the PIREP at the crew center, which follows the rules as far as it can. */
  async #decide({ pirepId, pirepState, pirep }: Receipt, judgement: Judgement): Promise<string> {
    const { platform } = this.#core;
    if (platform.rejudgePirep !== undefined) {
      const forReview = pirep.isForReview === true ? { isForReview: pirep.isForReview } : {};
      return (await platform.rejudgePirep(pirepId, { judgement, from: pirepState, ...forReview })).state;
    }
    const from = filedStates.filter((each) => each === pirepState);
    const state = followedState(pirep, judgement);
    if (platform.decidePirep === undefined || (state !== 'reject' && state !== 'accept')) return pirepState;
    return (await platform.decidePirep(pirepId, { decision: state, from })).state;
  }

  /** Stores it with the flight as it is now: an operator may have tried something of it again meanwhile. */
  async #store(flightId: string, pirep: Pirep, pirepState: string): Promise<void> {
    const { flights, journal } = this.#core;
    const transition = { kind: 'judged-again', pirep, pirepState } as const;
    const live = flights.byId(flightId);
    if (live !== undefined) return void (await flights.apply(live, transition));
    const ended = await journal.readFlight({ flightId });
    if (ended !== null) await flights.applyToEnded(ended, transition);
  }
}

function noSuchSet(set: number): Refusal {
  return new Refusal('not-found', { message: `There is no rule set ${set} that can be read.` });
}

const filedStates = ['pending', 'accepted', 'rejected'] as const;
