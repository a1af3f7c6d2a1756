import { CommandError } from '../../../src/cli/command.ts';
import type { Draws } from '../chance.ts';
import type { Sortie } from '../sortie.ts';
import type { Account, Pilot, Surroundings } from '../surroundings.ts';
import { Device } from './device.ts';

export interface PilotParts {
  readonly world: Surroundings;
  readonly account: Account;
  readonly name: string;
  readonly address: string;
  readonly draws: Draws;
}

/** What ended a sortie early, in the words of the server. */
export class SortieOver extends Error {}

/** Statuses after which this flight cannot be flown any more. */
export const finalStatuses: ReadonlySet<number> = new Set([400, 403, 404, 409, 410, 422]);

/** Whether an answer is a yes. @throws SortieOver when it is a no for good; CommandError when it may be a yes later */
export function requireYes<A extends { readonly status: number }>(
  kind: string,
  answer: A,
  messageOf: (answer: A) => string,
): A {
  if (answer.status === 200) return answer;
  if (finalStatuses.has(answer.status)) throw new SortieOver(`${kind} ${answer.status}`);
  throw new CommandError(messageOf(answer));
}

/** Longest time after which a pilot who left comes back, milliseconds. */
const longestAwayMs = 300_000;

/** Somebody who flies one sortie after the other, over every crash of the client. */
export abstract class PilotAtHome implements Pilot {
  readonly name: string;
  readonly account: Account;
  protected readonly world: Surroundings;
  protected readonly draws: Draws;
  readonly #address: string;
  #device: Device | null = null;
  #skewMs = 0;
  #isOffline = false;
  /** Who never came has nothing to do. */
  #isDone = true;
  protected sortie: Sortie | null = null;

  constructor({ world, account, name, address, draws }: PilotParts) {
    this.world = world;
    this.account = account;
    this.name = name;
    this.draws = draws;
    this.#address = address;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  get isRunning(): boolean {
    return this.#device !== null;
  }

  boot(): void {
    if (this.#device !== null) return;
    const device = new Device(this.world, this.name, this.#address);
    device.life.skewMs = this.#skewMs;
    device.line.isOffline = this.#isOffline;
    this.#device = device;
    this.#isDone = false;
    this.#live(device).catch((error: unknown) => this.world.bug(error));
  }

  crash(keepsStore: boolean): void {
    if (this.#device === null) return;
    this.#device.life.end();
    this.#device = null;
    if (!keepsStore) this.loseStore();
  }

  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline;
    if (this.#device !== null) this.#device.line.isOffline = isOffline;
  }

  setClock(skewMs: number): void {
    this.#skewMs = skewMs;
    if (this.#device !== null) this.#device.life.skewMs = skewMs;
  }

  /**
   * After a start that failed: some pilots leave it, and come back later for another flight.
   * @throws SortieOver
   */
  protected async perhapsGiveUp(device: Device, { flightIds, reported }: Sortie): Promise<void> {
    if (flightIds.size > 0 || reported > 0 || this.world.isCalm || !this.draws.happens(0.4)) return;
    // Chance draws a quarter of an hour too, and then the quiet at the end is over first.
    await device.life.sleep(Math.min(this.draws.wait(120_000), longestAwayMs), `${this.name} is away`);
    throw new SortieOver('gave up');
  }

  /**
   * Tries again until there is an answer that means something.
   * @param sortie - which is flown, if there is one already
   * @throws SortieOver
   */
  protected async insist<Result>(device: Device, once: () => Promise<Result>, sortie?: Sortie): Promise<Result> {
    for (;;) {
      try {
        return await once();
      } catch (error) {
        const name = this.failureOf(error);
        if (name === null) throw error;
        if (sortie !== undefined) await this.perhapsGiveUp(device, sortie);
        this.world.counters.count(`tried again: ${name}`);
        if (sortie !== undefined) this.forgetUnsent(sortie);
        await device.life.sleep(2_000 + this.draws.wait(10_000), `${this.name} waits`);
      }
    }
  }

  /** Asks for bids until there is one; where there is none, the crew center is given one. */
  protected async findBid<Bid>(device: Device, find: () => Promise<Bid | null>): Promise<Bid> {
    for (;;) {
      const found = await find();
      if (found !== null) return found;
      this.world.offerBid(this.account.id);
      await device.life.sleep(1_000 + this.draws.wait(5_000), `${this.name} waits for a bid`);
    }
  }

  /** What a client calls a failure after which it tries again; null for a bug. @throws SortieOver for a no for good */
  protected failureOf(error: unknown): string | null {
    return error instanceof CommandError ? this.kind : null;
  }

  /** As failures are counted by. */
  protected abstract readonly kind: string;

  /** What a client does not send again after a failure. */
  protected forgetUnsent(_sortie: Sortie): void {}

  /** Forgets what the client has stored. */
  protected abstract loseStore(): void;
  /** Starts the program; what it returns flies one sortie, or what is left of it. @throws SortieOver */
  protected abstract open(device: Device): Promise<(sortie: Sortie) => Promise<void>>;

  async #live(device: Device): Promise<void> {
    const fly = await this.open(device);
    for (;;) {
      if (this.sortie === null) {
        if (this.world.isCalm) break;
        await device.life.sleep(this.draws.wait(8_000), `${this.name} rests`);
        this.sortie = this.world.beginSortie(this.account.id);
      }
      const { sortie } = this;
      try {
        await fly(sortie);
      } catch (error) {
        if (!(error instanceof SortieOver)) throw error;
        sortie.over = error.message;
      }
      this.world.note(`${this.name} sortie ${sortie.number} over: ${sortie.over}`);
      this.world.counters.count(`sortie ${sortie.over}`);
      this.sortie = null;
    }
    this.#isDone = true;
  }
}
