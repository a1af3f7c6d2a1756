import type { Journal } from '../../src/journal/journal.ts';
import type { Platform } from '../../src/platform/port.ts';
import { firstSettings, keepSettings } from '../../src/server/first-settings.ts';
import type { OpenedWebhooks } from '../../src/server/webhooks.ts';
import { detectorsByName } from '../../src/tracking/rules/detectors/detectors.ts';
import { createRuleCalls, type RuleCalls } from '../../src/tracking/rules/rule-calls.ts';
import type { Tracking } from '../../src/tracking/tracking.ts';
import type { Draws } from './chance.ts';
import { type Front, frontOf, type Generation } from './front.ts';
import { bugLogger } from './logger.ts';
import type { Host } from './network.ts';
import { openTracking, type SimulatedOptions, tokensOf } from './tracking.ts';
import { Life, type VirtualTime } from './virtual-time.ts';
import type { WebhookProcess } from './webhooks/webhook-site.ts';
import type { WireAnswer, WireRequest } from './wire.ts';

export interface ServerParts {
  readonly time: VirtualTime;
  readonly draws: Draws;
  readonly generation: Generation;
  /** Its place among the servers. */
  readonly place: number;
  readonly options: SimulatedOptions;
  openJournal(life: Life): Promise<Journal>;
  openPlatform(life: Life): Platform;
  openWebhooks(process: WebhookProcess): Promise<OpenedWebhooks['webhooks']>;
  /** Called with what the server would log as an internal error. */
  onBug(error: unknown): void;
}

/** One process of the server, from its start to its end. */
export class SimulatedServer implements Host {
  readonly life: Life;
  readonly #parts: ServerParts;
  /** Clients whose answer is under way; each is told when the process dies. */
  readonly #open = new Set<() => void>();
  #front: Front | null = null;
  #tracking: Tracking | null = null;
  #journal: Journal | null = null;
  #webhooks: OpenedWebhooks['webhooks'] | null = null;
  #rules: RuleCalls | null = null;
  #isDraining = false;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.life = new Life(parts.time, `server ${parts.place}`);
  }

  get isUp(): boolean {
    return this.#front !== null && !this.#isDraining;
  }

  get tracking(): Tracking | null {
    return this.isUp ? this.#tracking : null;
  }

  get journal(): Journal | null {
    return this.isUp ? this.#journal : null;
  }

  get rules(): RuleCalls | null {
    return this.isUp ? this.#rules : null;
  }

  get webhooks(): OpenedWebhooks['webhooks'] | null {
    return this.isUp ? this.#webhooks : null;
  }

  /** Opens the journal and the core. Settles when it serves; never when it is killed before. */
  async start(): Promise<void> {
    const { generation, place, draws, options, openJournal, openPlatform, openWebhooks, onBug } = this.#parts;
    const { clock } = this.life;
    const logger = bugLogger(onBug);
    const platform = openPlatform(this.life);
    const journal = await openJournal(this.life);
    this.#journal = journal;
    const tracking = openTracking(options, {
      journal,
      platform,
      clock,
      onError: onBug,
      tokens: tokensOf(draws),
      settings: await firstSettings(journal, platform, logger),
      onSettings: (settings) => keepSettings(journal, settings),
      onCrewCenter: () => undefined,
    });
    this.#tracking = tracking;
    this.#rules = createRuleCalls({ journal, clock, detectors: detectorsByName });
    const { life } = this;
    this.#webhooks = await openWebhooks({ life, journal, tracking, platform, draws: draws.fork('webhooks'), onBug });
    this.#front = await frontOf(generation, place, { calls: tracking.calls, clock, logger });
  }

  now(): number {
    return this.life.now();
  }

  serve(request: WireRequest, answer: (answer: WireAnswer) => void, reset: () => void): void {
    const front = this.#front;
    if (front === null || this.#isDraining) {
      reset();
      return;
    }
    this.#open.add(reset);
    front.ask(request, (given) => {
      if (this.life.isOver || !this.#open.delete(reset)) return;
      answer(given);
    });
  }

  /**
   * Ends the process at once: what it was doing is never done. Its clients see their connections end, unless the machine
   * is silent because it lost its power.
   */
  kill(isSilent: boolean): void {
    this.life.end();
    const open = [...this.#open];
    this.#open.clear();
    this.#front = null;
    if (!isSilent) for (const reset of open) reset();
  }

  /** Ends it in order: completes what is under way, then closes. */
  async stop(): Promise<void> {
    this.#isDraining = true;
    while (this.#open.size > 0 && !this.life.isOver) await this.life.sleep(20, 'drain');
    await this.#webhooks?.close();
    await this.#tracking?.close();
    await this.#journal?.close();
    this.life.end();
  }
}
