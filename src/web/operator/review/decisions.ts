import type { Clock } from '../../../lib/clock.ts';
import { isSameForm } from '../../../lib/sent-twice.ts';
import { table } from '../../../lib/table.ts';
import { Turns } from '../../../lib/turns.ts';
import { toHostFlight } from '../../../tracking/figures/flight-view.ts';
import type { Flight } from '../../../tracking/model.ts';
import { isRefusal, Refusal } from '../../../tracking/refusals.ts';
import type { Records } from '../../records.ts';
import { readDecisions } from './queue.ts';
import type { FiledState, PirepState, ReviewHost } from './review-host.ts';

export const decisionNames = ['accept', 'reject', 'ask'] as const;
export type DecisionName = (typeof decisionNames)[number];

/** What a reviewer wants, of the PIREP as it was on the reviewer's page. */
export interface ReviewWish {
  readonly decision: DecisionName;
  readonly seen: FiledState;
  readonly comment: string;
  /** As in the audit log. */
  readonly actor: string;
}

/** `already`: somebody else was first, and nothing was changed. `problem`: it is done, but for what is said there. */
export type ReviewOutcome =
  | { readonly kind: 'done'; readonly problem: string | null }
  | { readonly kind: 'already'; readonly text: string };

const targets = { accept: 'accepted', reject: 'rejected' } as const;

/** By the action in the audit log. */
const stateAfter = table<string>({ 'pirep-accept': 'accepted', 'pirep-reject': 'rejected' });

interface Needs {
  readonly host: ReviewHost;
  readonly records: Pick<Records, 'listAudit' | 'saveAudit'>;
  readonly clock: Clock;
}

/** Carries out what reviewers decide, each decision of the state that the reviewer saw. */
export class Decisions {
  readonly #needs: Needs;
  /** Of two reviewers of the same PIREP the second one waits, and then finds what the first one did. */
  readonly #turns = new Turns();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * Accepts, rejects, or asks the pilot by a comment.
   * @throws Refusal `invalid` without the comment that it needs; `not-offered`, `not-found`, `crew-center-refused`,
   *   `crew-center-unavailable` as the crew center says
   */
  async decide(flight: Flight, wish: ReviewWish): Promise<ReviewOutcome> {
    if (wish.decision !== 'accept' && wish.comment === '') {
      const message = 'Comment: enter what the pilot is to read.';
      throw new Refusal('invalid', { message, fields: { comment: message } });
    }
    return this.#turns.run(flight.id, () => this.#decideNow(flight, wish));
  }

  async #decideNow(flight: Flight, wish: ReviewWish): Promise<ReviewOutcome> {
    const before = await this.stateOf(flight);
    if (before !== wish.seen) return this.#already(flight, before);
    if (wish.decision === 'ask') return this.#ask(flight, wish);
    const { decidePirep } = this.#needs.host;
    if (decidePirep === undefined) throw notOffered;
    const request = { decision: wish.decision, from: [wish.seen] };
    const after = await decidePirep.call(this.#needs.host, pirepIdOf(flight), request);
    if (after.state !== targets[wish.decision]) return this.#already(flight, after.state);
    await this.#note(flight, wish);
    return { kind: 'done', problem: wish.comment === '' ? null : await this.#tryComment(flight, wish.comment) };
  }

  async #ask(flight: Flight, wish: ReviewWish): Promise<ReviewOutcome> {
    const { host } = this.#needs;
    if (host.commentPirep === undefined) throw notOffered;
    if (await this.#isAsked(flight, wish)) return { kind: 'done', problem: null };
    await host.commentPirep(toHostFlight(flight), wish.comment);
    await this.#note(flight, wish);
    return { kind: 'done', problem: null };
  }

  /** Whether this form was sent a moment ago: a double click asks the pilot once. */
  async #isAsked(flight: Flight, { actor, comment }: ReviewWish): Promise<boolean> {
    const { records, clock } = this.#needs;
    const asked = (await readDecisions(records)).get(pirepIdOf(flight));
    return (
      asked?.action === 'pirep-ask' &&
      asked.actor === actor &&
      asked.detail === comment &&
      isSameForm(asked.at, clock.now())
    );
  }

  /** Returns the PIREP's state at the crew center. @throws Refusal `not-found` */
  async stateOf(flight: Flight): Promise<PirepState> {
    const pirep = await this.#needs.host.findPirep(toHostFlight(flight));
    if (pirep === null) throw new Refusal('not-found', { message: 'The crew center no longer has this PIREP.' });
    return pirep.state;
  }

  /** It is decided already: that the pilot has not read why must not undo it. */
  async #tryComment(flight: Flight, comment: string): Promise<string | null> {
    const { host } = this.#needs;
    if (host.commentPirep === undefined)
      return 'The comment is in the audit log only: this crew center takes none from here.';
    try {
      await host.commentPirep(toHostFlight(flight), comment);
      return null;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return `The comment could not be added: ${error.detail.message}`;
    }
  }

  async #note(flight: Flight, { decision, comment, actor }: ReviewWish): Promise<void> {
    const { records, clock } = this.#needs;
    const detail = comment === '' ? null : comment;
    const subject = pirepIdOf(flight);
    await records.saveAudit({ at: clock.now(), actor, action: `pirep-${decision}`, subject, detail });
  }

  async #already(flight: Flight, state: PirepState): Promise<ReviewOutcome> {
    const decision = (await readDecisions(this.#needs.records)).get(pirepIdOf(flight));
    const isKnown = decision !== undefined && stateAfter[decision.action] === state;
    if (!isKnown) return { kind: 'already', text: `Already ${state}. Nothing was changed.` };
    const [who, time] = [decision.actor, new Date(decision.at).toISOString().slice(11, 16)];
    return { kind: 'already', text: `Already ${state} by ${who} at ${time}Z. Nothing was changed.` };
  }
}

const notOffered = new Refusal('not-offered', { message: 'This crew center decides on its own pages only.' });

function pirepIdOf({ receipt, pirepId }: Flight): string {
  return receipt?.pirepId ?? pirepId ?? '';
}
