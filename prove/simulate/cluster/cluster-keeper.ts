import { partitionOf } from '../../../src/cluster/partition.ts';
import { PartitionFencedError } from '../../../src/journal/mysql/engine.ts';
import { DatabaseUnavailable } from '../../../src/lib/mysql-failures.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import { drawOptions, type PlannedOptions } from '../plan.ts';
import type { RunningServer, WorldKeeper } from '../scene.ts';
import { Life } from '../virtual-time.ts';
import type { World } from '../world.ts';
import type { ClusterPlan } from './cluster-plan.ts';
import { addressOf, ClusterProcess } from './cluster-process.ts';
import { ModelDatabase } from './database.ts';
import { watchedPlatform } from './watched-platform.ts';
import type { Wires } from './wires.ts';

/** How long a graceful stop may take before the process is killed, as systemd does it. */
const stopMs = 90_000;

/** One of the machines. */
interface Place {
  readonly number: number;
  process: ClusterProcess | null;
  skewMs: number;
  isDatabaseCut: boolean;
  /** Places that cannot be reached from here, nor this one from there. */
  readonly cutFrom: Set<number>;
}

/** Starts the servers of a cluster, and starts each again after it died. */
export class ClusterKeeper implements WorldKeeper {
  readonly database: ModelDatabase;
  readonly #world: World;
  readonly #plan: ClusterPlan;
  readonly #places: readonly Place[];
  readonly #wires: Wires;
  /** Which process stored something under each epoch of a partition. */
  readonly #writers = new Map<string, string>();
  #options: PlannedOptions;
  #shortest: number;
  #turn = 0;
  #starts = 0;

  constructor(world: World, plan: ClusterPlan) {
    this.#world = world;
    this.#plan = plan;
    this.#options = plan.options;
    this.#shortest = this.#options.abandonAfterH;
    this.#places = Array.from({ length: plan.servers }, (_, number) => ({
      ...{ number, process: null, skewMs: 0, isDatabaseCut: false, cutFrom: new Set<number>() },
    }));
    const { disk } = world.models;
    const draws = world.draws.fork('database');
    this.database = new ModelDatabase({
      ...{ time: world.time, counters: world.counters, draws, tables: disk.tables, partitions: plan.partitions },
      commitMs: () => draws.wait(disk.commitMs),
    });
    this.#wires = {
      life: new Life(world.time, 'wires'),
      draws: world.draws.fork('wires'),
      at: (url) => this.#placeAt(url)?.process ?? null,
      isCut: (from, url) => this.#placeAt(url)?.cutFrom.has(from) === true,
      onSentTwice: (path) => world.broken('sent-on-once', `${path} was sent on by a server that had got it from another`),
    };
  }

  get shortestSilenceMs(): number {
    return this.#shortest * 3_600_000;
  }

  /** All servers as one: the flights of each partition as its holder has them. */
  get server(): RunningServer | null {
    const [first] = this.#awake();
    const tracking = first?.tracking ?? null;
    if (tracking === null) return null;
    const flights = this.#awake().flatMap((process) =>
      [...(process.own?.flights ?? [])].filter(({ flight }) => process.isHolding(partitionOf(flight.pilot.id))),
    );
    return { isUp: true, tracking: { ...tracking, flights }, journal: null };
  }

  /** Partitions for which nobody answers. */
  unheld(): readonly number[] {
    const processes = this.#awake();
    return this.#plan.partitions.filter((partition) => !processes.some((each) => each.isHolding(partition)));
  }

  host(): ClusterProcess | null {
    this.#turn += 1;
    return this.#places[this.#turn % this.#places.length]?.process ?? null;
  }

  boot(): void {
    for (const place of this.#places) this.#boot(place);
  }

  heal(): void {
    this.database.heal();
    for (const place of this.#places) {
      this.#setClock(place, 0);
      place.isDatabaseCut = false;
      place.cutFrom.clear();
      if (place.process !== null) place.process.life.isPaused = false;
    }
  }

  kill(isSilent: boolean): void {
    const place = this.#world.draws.pick(this.#places);
    if (place.process === null) return;
    this.#world.note(`server ${place.number} ${isSilent ? 'loses its power' : 'is killed'}`);
    place.process.kill(isSilent);
    place.process = null;
    this.#bootIn(place, this.#world.draws.wait(this.#world.draws.pick([2_000, 15_000])));
  }

  restart(isUpgrade: boolean): void {
    const place = this.#world.draws.pick(this.#places);
    const { process } = place;
    if (process === null || !process.isUp) return;
    this.#world.note(`server ${place.number} is ${isUpgrade ? 'upgraded' : 'restarted'}`);
    if (isUpgrade) this.#options = drawOptions(this.#world.draws);
    this.#shortest = Math.min(this.#shortest, this.#options.abandonAfterH);
    const end = () => {
      limit[Symbol.dispose]();
      if (place.process !== process) return;
      place.process = null;
      this.#bootIn(place, 500);
    };
    const limit = this.#world.life.after(stopMs, () => {
      this.#world.counters.count('stops that took too long');
      process.kill(false);
      end();
    });
    process.stop().then(end, (error: unknown) => this.#world.bug(error));
  }

  setClock(skewMs: number): void {
    this.#setClock(this.#world.draws.pick(this.#places), skewMs);
  }

  /** Stops everything in a server for so long, as if its machine slept. */
  pause(ms: number): void {
    const { number, process } = this.#world.draws.pick(this.#places);
    if (process === null || process.life.isPaused) return;
    this.#world.note(`server ${number} stands still for ${Math.round(ms)} ms`);
    process.life.isPaused = true;
    this.#later(ms, `server ${number} goes on`, () => {
      process.life.isPaused = false;
    });
  }

  cutDatabase(ms: number): void {
    const place = this.#world.draws.pick(this.#places);
    this.#world.note(`server ${place.number} does not reach the database for ${Math.round(ms)} ms`);
    place.isDatabaseCut = true;
    this.#later(ms, `server ${place.number} reaches the database`, () => {
      place.isDatabaseCut = false;
    });
  }

  cutServers(ms: number): void {
    const [one, other] = [this.#world.draws.pick(this.#places), this.#world.draws.pick(this.#places)];
    if (one === other) return;
    this.#world.note(`servers ${one.number} and ${other.number} do not reach each other for ${Math.round(ms)} ms`);
    one.cutFrom.add(other.number);
    other.cutFrom.add(one.number);
    this.#later(ms, `servers ${one.number} and ${other.number} reach each other`, () => {
      one.cutFrom.delete(other.number);
      other.cutFrom.delete(one.number);
    });
  }

  #later(ms: number, what: string, undo: () => void): void {
    const end = () => {
      this.#world.note(what);
      undo();
    };
    this.#world.life.after(ms, end, 'mended');
  }

  #awake(): readonly ClusterProcess[] {
    return this.#places.flatMap(({ process }) => (process?.isUp === true && !process.life.isPaused ? [process] : []));
  }

  #placeAt(url: string): Place | undefined {
    return this.#places.find(({ number }) => addressOf(number) === url);
  }

  #setClock(place: Place, skewMs: number): void {
    place.skewMs = skewMs;
    if (place.process !== null) place.process.life.skewMs = skewMs;
  }

  #boot(place: Place): void {
    const world = this.#world;
    this.#starts += 1;
    const process = new ClusterProcess({
      ...{ time: world.time, draws: world.draws.fork(`process ${this.#starts}`), place: place.number },
      ...{ generation: world.plan.generation, options: this.#options, database: this.database, wires: this.#wires },
      rate: this.#plan.rates[place.number] ?? 1,
      isDatabaseCut: () => place.isDatabaseCut,
      openPlatform: (opener) => watchedPlatform(world.models.crew.open(opener.life), (pilotId) => this.#noteWrite(opener, pilotId)),
      onStored: (writer, partition, epoch) => this.#noteStored(writer, partition, epoch),
      onBug: (error) => world.bug(error),
    });
    process.life.skewMs = place.skewMs;
    place.process = process;
    world.counters.count('starts of the server');
    process.start().then(
      () => {
        if (process.life.isOver) return;
        world.note(`server ${place.number} is up`);
        world.judgeStart();
      },
      (error: unknown) => this.#didNotStart(place, process, error),
    );
  }

  #noteStored(writer: ClusterProcess, partition: number, epoch: number): void {
    const current = this.database.epochOf(partition);
    if (current !== epoch)
      this.#world.broken('former-owner', `partition ${partition} was written under epoch ${epoch}, and it has ${current}`);
    const key = `${partition}/${epoch}`;
    const first = this.#writers.get(key) ?? writer.id;
    this.#writers.set(key, first);
    if (first !== writer.id) this.#world.broken('one-owner', `two servers wrote partition ${partition} under epoch ${epoch}`);
  }

  #noteWrite(writer: ClusterProcess, pilotId: string): void {
    const partition = partitionOf(pilotId);
    const owner = this.database.ownerOf(partition);
    if (owner !== null && owner !== writer.id)
      this.#world.broken('former-owner-silent', `server ${writer.place} wrote to the crew center for partition ${partition}`);
  }

  #bootIn(place: Place, ms: number): void {
    this.#world.life.after(ms, () => void (place.process === null && this.#boot(place)), 'boot');
  }

  /** A start without the database ends the process; it is started again. */
  #didNotStart(place: Place, process: ClusterProcess, error: unknown): void {
    if (process.life.isOver) return;
    if (!isRefusal(error) && !(error instanceof DatabaseUnavailable) && !(error instanceof PartitionFencedError)) {
      this.#world.bug(error);
      return;
    }
    this.#world.note(`server ${place.number} does not start`);
    process.kill(false);
    if (place.process === process) place.process = null;
    this.#bootIn(place, 2_000);
  }
}
