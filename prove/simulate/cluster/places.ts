import { Life } from '../virtual-time.ts';
import type { World } from '../world.ts';
import type { ClusterProcess } from './cluster-process.ts';
import { addressOf } from './running.ts';
import type { Wires } from './wires.ts';

/** One of the machines. */
export interface Place {
  readonly number: number;
  process: ClusterProcess | null;
  skewMs: number;
  isDatabaseCut: boolean;
  /** Whether only its connections for the rows of the leases stand still. */
  areLeasesCut: boolean;
  /** Places that cannot be reached from here, nor this one from there. */
  readonly cutFrom: Set<number>;
}

/** The machines of the servers, and the network between them. */
export class Places {
  readonly list: readonly Place[];
  readonly wires: Wires;
  readonly #world: World;

  constructor(world: World, count: number) {
    this.#world = world;
    this.list = Array.from({ length: count }, (_, number) => ({
      number,
      process: null,
      skewMs: 0,
      isDatabaseCut: false,
      areLeasesCut: false,
      cutFrom: new Set<number>(),
    }));
    this.wires = {
      life: new Life(world.time, 'wires'),
      draws: world.draws.fork('wires'),
      at: (url) => this.#at(url)?.process ?? null,
      isCut: (from, url) => this.#at(url)?.cutFrom.has(from) === true,
      onSentTwice: (path) =>
        world.broken('sent-on-once', `${path} was sent on by a server that had got it from another`),
    };
  }

  /** Whether a server is away, or cut off from anything. */
  get areTroubled(): boolean {
    return this.list.some(({ process, isDatabaseCut, areLeasesCut, cutFrom }) => {
      const isAway = process === null || !process.isUp || process.life.isPaused;
      return isAway || isDatabaseCut || areLeasesCut || cutFrom.size > 0;
    });
  }

  heal(): void {
    for (const place of this.list) {
      this.#setClock(place, 0);
      place.isDatabaseCut = false;
      place.areLeasesCut = false;
      place.cutFrom.clear();
      if (place.process !== null) place.process.life.isPaused = false;
    }
  }

  /** Sets the clock of one of them wrong by so much. */
  setClock(skewMs: number): void {
    this.#setClock(this.#world.draws.pick(this.list), skewMs);
  }

  /** Stops everything in a server for so long, as if its machine slept. */
  pause(ms: number): void {
    const { number, process } = this.#world.draws.pick(this.list);
    if (process === null || process.life.isPaused) return;
    this.#world.note(`server ${number} stands still for ${Math.round(ms)} ms`);
    process.life.isPaused = true;
    this.#later(ms, `server ${number} goes on`, () => {
      process.life.isPaused = false;
    });
  }

  cutDatabase(ms: number): void {
    const place = this.#world.draws.pick(this.list);
    this.#world.note(`server ${place.number} does not reach the database for ${Math.round(ms)} ms`);
    place.isDatabaseCut = true;
    this.#later(ms, `server ${place.number} reaches the database`, () => {
      place.isDatabaseCut = false;
    });
  }

  /**
   * @param isFirst - of the first one: it is the one whose clock may be broken
   * @param backMs - how far its clock is set back at the same time
   */
  cutLeases(ms: number, isFirst: boolean, backMs: number): void {
    const [first] = this.list;
    const place = isFirst && first !== undefined ? first : this.#world.draws.pick(this.list);
    this.#world.note(`server ${place.number} does not reach the rows of the leases for ${Math.round(ms)} ms`);
    place.areLeasesCut = true;
    if (backMs > 0) {
      this.#world.note(`the clock of server ${place.number} is set back by ${backMs} ms`);
      this.#setClock(place, -backMs);
    }
    this.#later(ms, `server ${place.number} reaches the rows of the leases`, () => {
      place.areLeasesCut = false;
    });
  }

  cutServers(ms: number): void {
    const [one, other] = [this.#world.draws.pick(this.list), this.#world.draws.pick(this.list)];
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

  #at(url: string): Place | undefined {
    return this.list.find(({ number }) => addressOf(number) === url);
  }

  #setClock(place: Place, skewMs: number): void {
    place.skewMs = skewMs;
    if (place.process !== null) place.process.life.skewMs = skewMs;
  }
}
