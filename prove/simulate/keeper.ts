import { isRefusal } from '../../src/tracking/refusals.ts';
import { Unreadable } from './model-crew-center/conduct.ts';
import { drawOptions, type PlannedOptions } from './plan.ts';
import type { Scene, WorldKeeper } from './scene.ts';
import { SimulatedServer } from './server.ts';

/** How long a graceful stop may take before the process is killed, as systemd does it. */
const stopMs = 90_000;

/** Starts the server, and starts it again after it died. */
export class Keeper implements WorldKeeper {
  readonly #world: Scene;
  #server: SimulatedServer | null = null;
  #options: PlannedOptions;
  #starts = 0;
  #skewMs = 0;
  #shortest: number;

  constructor(world: Scene) {
    this.#world = world;
    this.#options = world.plan.options;
    this.#shortest = this.#options.abandonAfterH;
  }

  /** The shortest silence after which a flight was to be abandoned, milliseconds. */
  get shortestSilenceMs(): number {
    return this.#shortest * 3_600_000;
  }

  get server(): SimulatedServer | null {
    return this.#server;
  }

  host(): SimulatedServer | null {
    return this.#server;
  }

  processes() {
    const tracking = this.#server?.tracking ?? null;
    return tracking === null ? [] : [{ tracking, showsMap: true }];
  }

  heal(): void {
    this.setClock(0);
  }

  boot(): void {
    const world = this.#world;
    this.#starts += 1;
    const server = new SimulatedServer({
      time: world.time,
      draws: world.draws.fork(`process ${this.#starts}`),
      place: 0,
      generation: world.plan.generation,
      options: this.#options,
      openJournal: (life) => world.models.disk.open(life),
      openPlatform: (life) => world.models.crew.open(life),
      openWebhooks: (process) => world.models.webhooks.open(process),
      onBug: (error) => world.bug(error),
    });
    server.life.skewMs = this.#skewMs;
    this.#server = server;
    world.counters.count('starts of the server');
    server.start().then(
      () => {
        if (server.life.isOver) return;
        world.note('the server is up');
        world.judgeStart();
      },
      (error: unknown) => this.#didNotStart(server, error),
    );
  }

  setClock(skewMs: number): void {
    this.#skewMs = skewMs;
    if (this.#server !== null) this.#server.life.skewMs = skewMs;
  }

  kill(isSilent: boolean): void {
    const server = this.#server;
    if (server === null) return;
    this.#world.note(isSilent ? 'the machine of the server loses its power' : 'the server is killed');
    this.#server = null;
    server.kill(isSilent);
    this.#world.models.crash(isSilent);
    this.#bootIn(this.#world.draws.wait(4_000));
  }

  restart(isUpgrade: boolean): void {
    const server = this.#server;
    if (server === null || !server.isUp) return;
    this.#world.note(isUpgrade ? 'the server is upgraded' : 'the server is restarted');
    if (isUpgrade) this.#options = drawOptions(this.#world.draws);
    this.#shortest = Math.min(this.#shortest, this.#options.abandonAfterH);
    const limit = this.#world.life.after(stopMs, () => {
      this.#world.counters.count('stops that took too long');
      this.kill(false);
    });
    server.stop().then(
      () => {
        limit[Symbol.dispose]();
        if (this.#server !== server) return;
        this.#server = null;
        this.#bootIn(500);
      },
      (error: unknown) => this.#world.bug(error),
    );
  }

  #bootIn(ms: number): void {
    this.#world.life.after(
      ms,
      () => {
        if (this.#server === null) this.boot();
      },
      'boot',
    );
  }

  /** A start that is refused ends the process; it is started again. */
  #didNotStart(server: SimulatedServer, error: unknown): void {
    if (server.life.isOver) return;
    if (!isRefusal(error) && !(error instanceof Unreadable)) {
      this.#world.bug(error);
      return;
    }
    this.#world.note(`the server does not start: ${isRefusal(error) ? error.code : error.message}`);
    server.kill(false);
    this.#world.models.crash(false);
    if (this.#server === server) this.#server = null;
    this.#bootIn(2_000);
  }
}
