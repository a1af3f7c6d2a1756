import { loadConfig } from '../../../src/config/config.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { isUnreachable } from '../../../src/lib/sqlite.ts';
import type { Platform } from '../../../src/platform/port.ts';
import type { OpenedWebhooks } from '../../../src/server/webhooks.ts';
import { changesOf, createWebhooks } from '../../../src/server/webhooks.ts';
import type { Tracking } from '../../../src/tracking/tracking.ts';
import type { Draws } from '../chance.ts';
import { bugLogger } from '../logger.ts';
import type { Life } from '../virtual-time.ts';
import { endpoints, type Receivers } from './receivers.ts';
import { WebhookStore } from './webhook-store.ts';

/** What a process brings along to deliver events. */
export interface WebhookProcess {
  readonly life: Life;
  readonly journal: Journal;
  readonly tracking: Tracking;
  readonly platform: Platform;
  readonly draws: Draws;
  onBug(error: unknown): void;
}

/** So many deliveries are made from one sync of their database to the next. */
const deliveriesToSync = 8;

/** OpenedWebhooks['webhooks'] as the server has them, over a database that outlives its processes. */
export class WebhookSite {
  readonly receivers: Receivers;
  readonly #draws: Draws;
  #store: WebhookStore | null = null;
  #isFull = false;

  constructor(receivers: Receivers, draws: Draws) {
    this.receivers = receivers;
    this.#draws = draws;
  }

  async open({ life, journal, tracking, platform, draws, onBug }: WebhookProcess): Promise<OpenedWebhooks['webhooks']> {
    const isFirst = this.#store === null;
    this.#store ??= await WebhookStore.open();
    const store = this.#store;
    const { clock } = life;
    const { webhooks } = createWebhooks(
      {
        config: loadConfig({}),
        dataDirectory: '',
        damage: { note: (file, what) => onBug(new Error(`${file}: ${what}`)) },
        journal,
        changes: changesOf({ journal, tracking }),
        crewCenter: { platform },
        clock,
        // On a full disk nothing can be noted.
        log: bugLogger((error) => (isUnreachable(error) ? undefined : onBug(error))),
        posts: {
          airline: () => ({ name: 'Model Air', color: null }),
          readFlight: async () => null,
          readPicture: async () => null,
        },
        replace: { random: () => draws.next(), requests: this.receivers.linesOf(life, () => this.#perhapsSync()) },
      },
      { database: store.database, closeDatabase: async () => undefined },
    );
    if (isFirst) {
      for (const endpoint of endpoints) webhooks.save(endpoint);
      store.sync();
    }
    return webhooks;
  }

  /** The process is gone. */
  crash(isPowerCut: boolean): void {
    if (!isPowerCut) return;
    this.#store?.setFull(false);
    this.#store?.losePower();
    this.#store?.setFull(this.#isFull);
  }

  setFull(isFull: boolean): void {
    this.#isFull = isFull;
    this.#store?.setFull(isFull);
  }

  dispose(): void {
    this.#store?.dispose();
  }

  /** What it holds now survives a loss of power. */
  sync(): void {
    this.#store?.sync();
  }

  #perhapsSync(): void {
    if (this.#draws.happens(1 / deliveriesToSync)) this.sync();
  }
}
