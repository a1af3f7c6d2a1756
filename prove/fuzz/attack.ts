import type { Version } from '../served/contracts.ts';
import type { ServedRoute } from '../served/routes.ts';
import { Choices } from './choices.ts';
import { readCorpus } from './corpus.ts';
import { doorsOf } from './doors.ts';
import { Findings } from './findings.ts';
import { judge, namesFolder } from './judge.ts';
import { Lane, type Outcome, sendAlone } from './lane.ts';
import { readForms } from './page-forms.ts';
import type { Known, Memory } from './protocol.ts';
import { type Attack, type AttackNeeds, makeAttack } from './requests.ts';
import { SlowSenders } from './slow-senders.ts';
import type { Target } from './target.ts';
import { turnsOf } from './turns.ts';

export interface AttackOrder {
  readonly version: Version;
  readonly seed: number;
  readonly count: number;
  readonly maxMs: number;
  /** Within this time every request is answered or its connection closed. */
  readonly deadlineMs: number;
  /** The memory is measured from then on, or a fifth of the way: what is made once has been made. */
  readonly warmUpMs: number;
  /** Ends the attack before its time. @param sent - how many requests until now */
  isEnough(findings: Findings, sent: number): boolean;
  /** Only routes that this lets through. */
  readonly isMeant: (url: string) => boolean;
  note(text: string): void;
}

export interface LeastHit {
  readonly route: string;
  readonly count: number;
}

export interface AttackReport {
  readonly sent: number;
  readonly seconds: number;
  readonly routes: number;
  /** The route that had the fewest requests, not counting mutated recordings, and how many. */
  readonly leastHit: LeastHit;
  readonly findings: Findings;
  /** Answers by status; `closed` for connections that were closed instead. */
  readonly statuses: ReadonlyMap<string, number>;
  readonly before: Memory;
  readonly after: Memory;
  readonly slowClosed: number;
}

const lanes = 12;
const newKnownEvery = 1_500;
const noteEvery = 20_000;
const slowOfEach = 5;
const warmUpShare = 0.2;

/** Sends the requests of a seed to every route of a server, and judges every answer. */
export async function attack(target: Target, order: AttackOrder): Promise<AttackReport> {
  const known = await target.known();
  const routes = target.routes.filter(({ url }) => order.isMeant(url));
  const needs: AttackNeeds = {
    seed: `${order.seed}/${order.version}`,
    doors: turnsOf(doorsOf(target.routes, order.version, order.seed).filter(({ url }) => order.isMeant(url))),
    corpus: readCorpus(order.version),
    forms: await readForms(target.url, known, routes),
  };
  using slow = new SlowSenders(target.port, order.version, slowOfEach);
  const run = new Run(target, order, needs, known);
  await Promise.all(Array.from({ length: lanes }, () => run.work()));
  for (const name of slow.tooLong)
    run.findings.add({ name: 'a slow sender is borne too long', shown: name }, 0, nobody(name));
  const after = await target.memory();
  return {
    ...run.report(),
    routes: routes.length,
    leastHit: run.leastHit(routes),
    after,
    slowClosed: slow.closedInTime,
  };
}

const nobody = (route: string): Attack => ({
  kind: 'framing',
  method: 'GET',
  route,
  bytes: Buffer.alloc(0),
  maxAnswers: null,
});

class Run {
  readonly findings = new Findings();
  readonly #target: Target;
  readonly #order: AttackOrder;
  readonly #needs: AttackNeeds;
  readonly #statuses = new Map<string, number>();
  readonly #hits = new Map<string, number>();
  readonly #startedAt = performance.now();
  #known: Known;
  #next = 0;
  #sent = 0;
  #before: Memory | null = null;
  #isMeasuring = false;
  #bugs = 0;

  constructor(target: Target, order: AttackOrder, needs: AttackNeeds, known: Known) {
    this.#target = target;
    this.#order = order;
    this.#needs = needs;
    this.#known = known;
  }

  /** Sends requests on a connection of its own until none is left. */
  async work(): Promise<void> {
    const { port } = this.#target;
    const { deadlineMs, count, maxMs } = this.#order;
    using lane = new Lane(port, deadlineMs);
    const isOver = () => performance.now() - this.#startedAt > maxMs || this.#order.isEnough(this.findings, this.#sent);
    while (this.#next < count && !isOver() && !this.#target.hasEnded) {
      const first = this.#next;
      const size = Math.min(1 + new Choices(`${this.#needs.seed}/batch/${first}`).below(4), count - first);
      this.#next += size;
      const attacks = Array.from({ length: size }, (_, at) => makeAttack(this.#needs, first + at, this.#known));
      for (const { route } of attacks) this.#noteHit(route);
      await this.#send(lane, port, attacks, first);
      await this.#keepUp(first, size);
    }
  }

  /** @param route - with the name of a shape in brackets when it was framed as it should not be */
  #noteHit(route: string): void {
    const meant = route.replace(/ \(.*/, '');
    this.#hits.set(meant, (this.#hits.get(meant) ?? 0) + 1);
  }

  leastHit(routes: readonly ServedRoute[]): LeastHit {
    const counts = routes
      .map(({ method, url }) => `${method} ${url}`)
      .map((route) => ({ route, count: this.#hits.get(route) ?? 0 }));
    return counts.reduce((least, each) => (each.count < least.count ? each : least));
  }

  report(): Omit<AttackReport, 'routes' | 'leastHit' | 'after' | 'slowClosed'> {
    const seconds = (performance.now() - this.#startedAt) / 1_000;
    const before = this.#before ?? { rss: 0, heap: 0 };
    return { sent: this.#sent, seconds, findings: this.findings, statuses: this.#statuses, before };
  }

  async #send(lane: Lane, port: number, attacks: readonly Attack[], first: number): Promise<void> {
    const whole = attacks.filter(({ maxAnswers }) => maxAnswers === null);
    const outcomes = whole.length === 0 ? [] : await lane.send(whole);
    for (const [at, each] of whole.entries()) this.#judge(each, first + attacks.indexOf(each), outcomes[at]);
    for (const each of attacks) {
      if (each.maxAnswers === null) continue;
      const all = await sendAlone(port, each, this.#order.deadlineMs);
      const index = first + attacks.indexOf(each);
      if (all.length === 0) this.#judge(each, index, { kind: 'closed' });
      for (const outcome of all) this.#judge(each, index, outcome);
      if (all.length > each.maxAnswers)
        this.findings.add(
          { name: 'an answer to a request that nobody sent', shown: `${all.length} answers` },
          index,
          each,
        );
    }
    this.#sent += attacks.length;
  }

  #judge(made: Attack, index: number, outcome: Outcome = { kind: 'closed' }): void {
    const kind = outcome.kind === 'answer' ? String(outcome.answer.status) : outcome.kind;
    this.#statuses.set(kind, (this.#statuses.get(kind) ?? 0) + 1);
    const { deadlineMs } = this.#order;
    if (outcome.kind === 'hang') this.findings.add({ name: 'no answer', shown: `in ${deadlineMs} ms` }, index, made);
    if (outcome.kind === 'noise') this.findings.add({ name: 'no HTTP', shown: outcome.text }, index, made);
    if (outcome.kind === 'answer')
      for (const fault of judge(outcome.answer, namesFolder.test(made.route) ? [] : this.#target.folders))
        this.findings.add(fault, index, made);
    for (; this.#bugs < this.#target.bugs.length; this.#bugs++)
      this.findings.add({ name: 'an error in the log', shown: this.#target.bugs[this.#bugs] ?? '' }, index, made);
  }

  /** Renews what clients know, and measures the memory once what is made once is made. */
  async #keepUp(first: number, size: number): Promise<void> {
    const { count, maxMs, warmUpMs, note } = this.#order;
    const isDue = (every: number) => Math.floor((first + size) / every) > Math.floor(first / every);
    if (isDue(noteEvery)) note(`${first + size} requests, ${this.findings.count} faults`);
    if (isDue(newKnownEvery)) this.#known = await this.#target.known();
    const isWarm =
      first > count * warmUpShare || performance.now() - this.#startedAt > Math.min(warmUpMs, maxMs * warmUpShare);
    if (!isWarm || this.#isMeasuring) return;
    this.#isMeasuring = true;
    this.#before = await this.#target.memory();
  }
}
