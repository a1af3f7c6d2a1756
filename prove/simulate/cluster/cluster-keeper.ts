import { firstPartition } from '../../../src/cluster/members.ts';
import { PartitionFencedError } from '../../../src/journal/mysql/engine.ts';
import { partitionOf } from '../../../src/journal/partition.ts';
import { DatabaseUnavailable } from '../../../src/lib/mysql-failures.ts';
import { isRefusal } from '../../../src/tracking/refusals.ts';
import { Unreadable } from '../model-crew-center/conduct.ts';
import { drawOptions, type PlannedOptions } from '../plan.ts';
import type { RunningServer, WorldKeeper } from '../scene.ts';
import type { World } from '../world.ts';
import type { ClusterPlan } from './cluster-plan.ts';
import { ClusterProcess } from './cluster-process.ts';
import { ModelDatabase } from './database.ts';
import { OwnerWatch } from './owner-watch.ts';
import { type Place, Places } from './places.ts';
import { watchedPlatform } from './watched-platform.ts';

/** How long a graceful stop may take before the process is killed, as systemd does it. */
const stopMs = 90_000;

/** Starts the servers of a cluster, and starts each again after it died. */
export class ClusterKeeper implements WorldKeeper {
  readonly database: ModelDatabase;
  readonly places: Places;
  readonly #world: World;
  readonly #plan: ClusterPlan;
  readonly #watch: OwnerWatch;
  #options: PlannedOptions;
  #shortest: number;
  #turn = 0;
  #starts = 0;
  #owners = '';

  constructor(world: World, plan: ClusterPlan) {
    this.#world = world;
    this.#plan = plan;
    this.#options = plan.options;
    this.#shortest = this.#options.abandonAfterH;
    this.places = new Places(world, plan.servers);
    const { disk } = world.models;
    const draws = world.draws.fork('database');
    this.database = new ModelDatabase({
      time: world.time,
      counters: world.counters,
      draws,
      tables: disk.tables,
      partitions: plan.partitions,
      commitMs: () => draws.wait(disk.commitMs),
    });
    this.#watch = new OwnerWatch(world, this.database);
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
      [...(process.own?.flights ?? [])].filter(({ flight }) => this.#isOwner(process, partitionOf(flight.pilot.id))),
    );
    return { isUp: true, tracking: { ...tracking, flights }, journal: null };
  }

  processes() {
    return this.#awake().flatMap((process) => {
      const { tracking } = process;
      return tracking === null ? [] : [{ tracking, showsMap: process.isHolding(firstPartition) }];
    });
  }

  /** Also when a partition has another owner than when it was asked last. */
  get isTroubled(): boolean {
    const owners = this.#plan.partitions.map((partition) => this.database.ownerOf(partition)).join(' ');
    const isMoving = owners !== this.#owners;
    this.#owners = owners;
    return isMoving || this.database.isTroubled || this.places.areTroubled;
  }

  /** Partitions for which nobody answers. */
  unheld(): readonly number[] {
    const processes = this.#awake();
    return this.#plan.partitions.filter((partition) => !processes.some((each) => this.#isOwner(each, partition)));
  }

  host(): ClusterProcess | null {
    this.#turn += 1;
    return this.places.list[this.#turn % this.places.list.length]?.process ?? null;
  }

  boot(): void {
    for (const place of this.places.list) this.#boot(place);
  }

  heal(): void {
    this.database.heal();
    this.places.heal();
  }

  kill(isSilent: boolean): void {
    const place = this.#world.draws.pick(this.places.list);
    if (place.process === null) return;
    this.#world.note(`server ${place.number} ${isSilent ? 'loses its power' : 'is killed'}`);
    place.process.kill(isSilent);
    place.process = null;
    this.#bootIn(place, this.#world.draws.wait(this.#world.draws.pick([2_000, 15_000])));
  }

  restart(isUpgrade: boolean): void {
    const place = this.#world.draws.pick(this.places.list);
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
    this.places.setClock(skewMs);
  }

  /** Whether it answers for the partition, and rightly so. */
  #isOwner(process: ClusterProcess, partition: number): boolean {
    return process.isHolding(partition) && this.database.ownerOf(partition) === process.id;
  }

  #awake(): readonly ClusterProcess[] {
    return this.places.list.flatMap(({ process }) =>
      process?.isUp === true && !process.life.isPaused ? [process] : [],
    );
  }

  #boot(place: Place): void {
    const world = this.#world;
    this.#starts += 1;
    // Each server would count for itself.
    const { limits: _limits, ...options } = this.#options;
    const process = new ClusterProcess({
      time: world.time,
      draws: world.draws.fork(`process ${this.#starts}`),
      place: place.number,
      generation: world.plan.generation,
      options,
      database: this.database,
      wires: this.places.wires,
      rate: this.#plan.rates[place.number] ?? 1,
      isDatabaseCut: () => place.isDatabaseCut,
      areLeasesCut: () => place.areLeasesCut,
      openPlatform: (opener) =>
        watchedPlatform(world.models.crew.open(opener.life), (pilotId) => this.#watch.noteWrite(opener, pilotId)),
      onStored: (writer, partition, epoch) => this.#watch.noteStored(writer, partition, epoch),
      onFenced: () => world.counters.count('commits of a former owner refused'),
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

  #bootIn(place: Place, ms: number): void {
    this.#world.life.after(ms, () => void (place.process === null && this.#boot(place)), 'boot');
  }

  /** A start without the database ends the process; it is started again. */
  #didNotStart(place: Place, process: ClusterProcess, error: unknown): void {
    if (process.life.isOver) return;
    const expected = [DatabaseUnavailable, PartitionFencedError, Unreadable];
    if (!isRefusal(error) && !expected.some((kind) => error instanceof kind)) {
      this.#world.bug(error);
      return;
    }
    this.#world.note(`server ${place.number} does not start`);
    process.kill(false);
    if (place.process === process) place.process = null;
    this.#bootIn(place, 2_000);
  }
}
