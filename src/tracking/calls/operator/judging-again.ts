import type { Journal } from '../../../journal/journal.ts';
import type { Platform } from '../../../platform/port.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { AuditTrail } from '../../delivery/audit-trail.ts';
import { apply } from '../../flight/flight.ts';
import { toHostFlight } from '../../flight/live-flight.ts';
import type { LiveFlights } from '../../flight/live-flights.ts';
import type { Flight, Judgement, Receipt } from '../../model.ts';
import type { JudgedAgain } from '../../operator-calls.ts';
import { type AskRules, judgeReported } from '../../paperwork/judging.ts';
import { isRefusal, Refusal } from '../../refusals.ts';

/** What judging a filed flight again needs of the core. */
export interface JudgeAgainCore extends AskRules {
  readonly clock: Clock;
  readonly flights: LiveFlights;
  readonly journal: Pick<Journal, 'readFlight' | 'readReports' | 'saveFlight'>;
  readonly platform: Platform;
}

/** Judges filed flights again, when staff ask for it: one at a time, so that of two acts on one flight the second sees the first. */
export class JudgingAgain {
  readonly #core: JudgeAgainCore;
  readonly #audit: AuditTrail;
  #last: Promise<unknown> = Promise.resolve();

  constructor(core: JudgeAgainCore, audit: AuditTrail) {
    this.#core = core;
    this.#audit = audit;
  }

  /** @throws as `OperatorCalls.judgeAgain` */
  judge(actor: string, flightId: string, set: number): Promise<JudgedAgain> {
    const judged = this.#last.then(() => this.#judge(actor, flightId, set));
    this.#last = judged.catch(() => undefined);
    return judged;
  }

  async #judge(actor: string, flightId: string, number: number): Promise<JudgedAgain> {
    const { journal, flights } = this.#core;
    const flight = flights.byId(flightId)?.flight ?? (await journal.readFlight({ flightId }));
    if (flight === null) throw new Refusal('flight-not-found', { message: `There is no flight ${flightId}.` });
    const { receipt } = flight;
    if (receipt === null) throw new Refusal('invalid', { message: 'This flight has no PIREP that could be judged.' });
    const judgement = await judgeReported(this.#core, number, {
      flight,
      pirep: receipt.pirep,
      reports: await journal.readReports(flight.number),
      clientScore: receipt.pirep.judgement === undefined ? receipt.pirep.score : receipt.pirep.judgement.clientScore,
    });
    const pirepState = await this.#decide(receipt, judgement);
    await this.#store(flight, judgement, pirepState);
    await this.#audit.write(actor, 'judge-again', flightId, `set ${number}: ${saying(receipt, judgement, pirepState)}`);
    return { flightId, pirepState, before: receipt.pirepState, judgement, isLeftToStaff: isLeft(pirepState, judgement) };
  }

  /** Returns the state of the PIREP at the crew center, after what the rules say now was done there as far as it can be. */
  async #decide({ pirepId, pirepState, pirep }: Receipt, { state }: Judgement): Promise<string> {
    const { platform } = this.#core;
    if (platform.decidePirep === undefined) return pirepState;
    if (state === 'reject')
      return (await platform.decidePirep(pirepId, { decision: 'reject', from: ['pending', 'accepted'] })).state;
    // What staff rejected stays rejected: only what the rules did is undone.
    const wasRejectedByRules = pirep.judgement?.state === 'reject' && pirepState === 'rejected';
    if (state === 'accept' || (state === null && wasRejectedByRules))
      return (
        await platform.decidePirep(pirepId, {
          decision: 'accept',
          from: wasRejectedByRules ? ['pending', 'rejected'] : ['pending'],
        })
      ).state;
    return pirepState;
  }

  async #store(flight: Flight, judgement: Judgement, pirepState: string): Promise<void> {
    const { flights, journal, clock } = this.#core;
    const live = flights.byId(flight.id);
    const transition = { kind: 'judged-again', judgement, pirepState } as const;
    if (live !== undefined) await flights.apply(live, transition);
    else await journal.saveFlight(apply(flight, transition, clock.now()).flight);
  }
}
