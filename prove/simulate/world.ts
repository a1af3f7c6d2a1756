import type { Flight } from '../../src/tracking/model.ts';
import { promiseOf } from './answers.ts';
import { Draws } from './chance.ts';
import { Counters } from './counters.ts';
import { deedOf } from './deeds.ts';
import { settle } from './event-loop.ts';
import type { StoredMarker } from './evidence.ts';
import { Fortune } from './fortune.ts';
import { Judge, type Problem } from './judge.ts';
import { Keeper } from './keeper.ts';
import { Ledger } from './ledger.ts';
import { Unreadable } from './model-crew-center/conduct.ts';
import { Models } from './models.ts';
import { Network, type Observer } from './network.ts';
import { mishapInWords, type NetworkFaults } from './network-faults.ts';
import { createPilot } from './pilots/create-pilot.ts';
import type { Plan } from './plan.ts';
import type { RunningServer, Scene, WorldKeeper } from './scene.ts';
import { drawSortie, type Sortie } from './sortie.ts';
import type { Witness } from './story.ts';
import type { Pilot } from './surroundings.ts';
import { tidyUp } from './tidy-up.ts';
import { Trace } from './trace.ts';
import { unfinishedOf } from './unfinished.ts';
import { Life, VirtualTime } from './virtual-time.ts';
import type { Exchange, WireAnswer } from './wire.ts';

/** When a simulated world begins: on some day, or shortly before the end of a month, of a leap day, of a year. */
const beginnings = ['2024-04-06T10:00', '2024-02-28T23:58', '2024-02-29T23:58', '2024-12-31T23:58', '2023-02-28T23:58'];

/** Pilots, a network, a server with its disk, and a crew center, in virtual time. */
export class World implements Scene, Observer {
  readonly plan: Plan;
  readonly draws: Draws;
  readonly time: VirtualTime;
  readonly ledger = new Ledger();
  readonly counters = new Counters();
  readonly trace: Trace;
  readonly fortune: Fortune;
  readonly network: Network;
  readonly models: Models;
  readonly keeper: WorldKeeper;
  readonly pilots: readonly Pilot[];
  readonly sorties = new Map<number, Sortie>();
  readonly sessionsEnd: Scene['sessionsEnd'] = new Map();
  readonly endedByOthers = new Set<string>();
  readonly erasures: Scene['erasures'] = new Map();
  readonly rivals = new Set<string>();
  readonly generation: Plan['generation'];
  readonly life: Life;
  readonly baseUrl = 'http://tracker.simulated';
  readonly #judge: Judge;
  readonly #witness: Witness;
  isCalm = false;
  steps = 0;
  #calmSince = 0;
  readonly #owners = new Map<string, string>();

  /** @param openKeeper - opens who starts the server, or the servers */
  constructor(
    plan: Plan,
    witness: Witness = {},
    openKeeper: (world: World) => WorldKeeper = (world) => new Keeper(world),
  ) {
    this.plan = plan;
    this.generation = plan.generation;
    this.draws = new Draws(plan.seed);
    this.#witness = witness;
    this.trace = new Trace((line) => witness.onLine?.(line));
    this.fortune = new Fortune(plan.allowed);
    const beginsAt = Date.parse(`${this.draws.fork('beginning').pick(beginnings)}Z`);
    this.time = new VirtualTime(beginsAt, this.draws.fork('order'));
    this.life = new Life(this.time, 'world');
    this.#judge = new Judge(this, this.trace);
    const { time, counters, fortune } = this;
    const shared = { time, counters, fortune };
    this.models = new Models({ ...shared, plan, draws: this.draws.fork('models'), note: (line) => this.note(line) });
    this.keeper = openKeeper(this);
    this.network = new Network({
      ...shared,
      draws: this.draws.fork('network'),
      observer: this,
      host: () => this.keeper.host(),
    });
    this.pilots = plan.pilots.map((each) => createPilot(this, each, this.draws.fork(each.name)));
  }

  begin(): void {
    this.keeper.boot();
    for (const pilot of this.pilots) if (!this.plan.absent.includes(pilot.name)) pilot.boot();
  }

  /** Lets one thing happen, and everything that follows from it at once. Returns false when nothing is left to happen. */
  async step(): Promise<boolean> {
    const label = this.time.step();
    if (label === null) return false;
    this.steps += 1;
    this.trace.add(`${this.steps} ${this.time.now.toFixed(3)} ${label}`);
    await settle();
    this.#judge.afterStep(label);
    return this.problem === null;
  }

  /** Ends every fault. From now on nobody begins anything. */
  calm(): void {
    this.isCalm = true;
    this.#calmSince = this.time.now;
    this.note('the faults have stopped');
    this.network.heal();
    this.models.heal();
    this.keeper.heal();
    for (const pilot of this.pilots) pilot.setOffline(false);
    tidyUp(this);
  }

  get calmMs(): number {
    return this.isCalm ? this.time.now - this.#calmSince : 0;
  }

  get problem(): Problem | null {
    return this.#judge.problem;
  }

  judgeStart = (): void => this.#judge.onStart();
  judgeEnd = (): void => this.#judge.atEnd();

  unfinished(): readonly string[] {
    return unfinishedOf(this);
  }

  get server(): RunningServer | null {
    return this.keeper.server;
  }

  served(exchange: Exchange, answer: WireAnswer): void {
    const { method, path } = exchange.request;
    this.trace.add(`  ${exchange.client} ${exchange.number} ${method} ${path} → ${answer.status} ${answer.text}`);
    this.#witness.onAnswer?.(this.time.now, exchange, answer);
    this.counters.count(`answers ${answer.status}`);
    const promised = promiseOf(exchange, answer);
    this.#judge.onAnswer(exchange, answer, promised);
    if (promised === null) return;
    const what = this.ledger.keep(promised, this.pilotIdOf(exchange.client), this.time.now);
    this.counters.count(`${what.kind} acknowledged`, what.count);
  }

  answered(exchange: Exchange): void {
    this.trace.add(`  ${exchange.client} ${exchange.number} read its answer`);
  }

  endedAt(flightId: string): number | null {
    return this.ledger.cancelled.get(flightId) ?? this.ledger.finishes.get(flightId)?.at ?? null;
  }

  pilotIdOf = (client: string): string => this.pilots.find(({ name }) => name === client)?.account.id ?? '';

  ownerOf(flightId: string): string | null {
    const known = this.#owners.get(flightId);
    if (known === undefined) for (const { id, pilot } of this.models.disk.flights()) this.#owners.set(id, pilot.id);
    return this.#owners.get(flightId) ?? null;
  }

  flightIdsOf(found: readonly StoredMarker[]): readonly string[] {
    const flights = this.models.disk.flights();
    return found.map(({ flightNumber }) => flights.find(({ number }) => number === flightNumber)?.id ?? 'none');
  }

  isLostByStaff({ pirepId, formerPirepIds }: Flight): boolean {
    const { cancelledByStaff } = this.models.crew.host;
    return [pirepId, ...formerPirepIds].some((each) => each !== null && cancelledByStaff.has(each));
  }

  beginSortie(pilotId: string): Sortie {
    const number = this.sorties.size + 1;
    const meanLength = this.plan.pilots.find(({ account }) => String(account) === pilotId)?.length ?? 5;
    const sortie = drawSortie(this.draws.fork(`sortie ${number}`), { number, pilotId, meanLength });
    this.sorties.set(number, sortie);
    return sortie;
  }

  isShared = (pilotId: string): boolean =>
    this.rivals.has(pilotId) || this.pilots.filter(({ account }) => account.id === pilotId).length > 1;
  offerBid = (pilotId: string): void => this.models.crew.offerBid(pilotId);

  befell = (exchange: Exchange, fate: keyof NetworkFaults): void =>
    this.note(`${deedOf(exchange)}: ${mishapInWords[fate]}`);

  note(line: string): void {
    this.trace.add(`  ${line}`);
    this.#witness.onNote?.(this.time.now, line);
  }

  /** Something does not hold that is looked at where it happens. */
  broken(invariant: string, detail: string): void {
    this.#judge.note(invariant, detail);
  }

  bug(error: unknown): void {
    // Logged as an error, and so it should be; what comes of it is judged by what holds.
    if (error instanceof Unreadable) return;
    const text = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
    this.#judge.note('no-bug', `an internal error: ${text}`);
  }
}
