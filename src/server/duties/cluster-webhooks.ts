import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { movingNow } from '../../http/elsewhere.ts';
import { PartitionFencedError } from '../../journal/mysql/engine.ts';
import { WebhookRows } from '../../journal/mysql/webhook-rows.ts';
import { backoffMs } from '../../lib/clock.ts';
import { isThere } from '../../lib/is-there.ts';
import type { Mysql } from '../../lib/mysql.ts';
import { DatabaseUnavailable } from '../../lib/mysql-failures.ts';
import { Refusal } from '../../tracking/refusals.ts';
import { adoptWebhooks } from '../../webhooks/store/adopt.ts';
import { Mirror } from '../../webhooks/store/mirror.ts';
import { openWebhookDatabase, webhooksFileName } from '../../webhooks/store/open.ts';
import { createWebhooks, type OpenedWebhooks, openWebhookMemory, type WebhookParts } from '../webhooks.ts';

export interface ClusterWebhookNeeds {
  readonly parts: WebhookParts;
  readonly database: Mysql;
  /** Whether this server holds the first partition under this epoch, now. */
  isHeld(epoch: number): boolean;
  readonly onError: (error: unknown) => void;
}

/** How long what was changed may be in this server alone, in milliseconds. */
const flushEveryMs = 100;
/** What was delivered is read by each next holder: a day of it, and what was set aside for a month. */
const keptMs = { delivered: 86_400_000, setAside: 30 * 86_400_000 };

interface Running extends OpenedWebhooks {
  readonly mirror: Mirror;
}

/**
 * The webhooks of a cluster, at the server that holds the first partition: in memory, with every row in the cluster's database too.
 * What is not there yet when it dies has not happened, and is read again from the changes by the next holder.
 */
export class ClusterWebhooks {
  readonly #needs: ClusterWebhookNeeds;
  #running: Running | null = null;
  #opening: Promise<void> = Promise.resolve();
  #ended = new AbortController();
  #timer: Disposable | null = null;

  constructor(needs: ClusterWebhookNeeds) {
    this.#needs = needs;
  }

  /** Opens them meanwhile: a partition that is taken over does not wait for what may be a day of deliveries. */
  begin(epoch: number): void {
    this.#ended = new AbortController();
    this.#opening = this.#open(epoch, this.#ended.signal, 1);
  }

  /** Stores what is not stored yet, if it still may. */
  async end(): Promise<void> {
    this.#ended.abort();
    await this.#opening;
    this.#timer?.[Symbol.dispose]();
    const running = this.#running;
    this.#running = null;
    await running?.webhooks.close();
  }

  /** @throws Refusal `shutting-down` where another server has them, and while they are being opened */
  require(): OpenedWebhooks {
    if (this.#running === null) throw movingNow();
    return this.#running;
  }

  async erasePilot(pilotId: string, words: readonly string[]): Promise<void> {
    this.require().webhooks.erasePilot(pilotId, words);
    await this.store();
  }

  noteCrewCenter(lostBecause: string | null): void {
    this.#running?.webhooks.noteCrewCenter(lostBecause);
  }

  /** Settles when everything that was changed so far is in the cluster. @throws Refusal `journal-full` */
  async store(): Promise<void> {
    try {
      await this.#running?.mirror.flush();
    } catch (error) {
      if (error instanceof PartitionFencedError) throw movingNow();
      if (!(error instanceof DatabaseUnavailable)) throw error;
      throw new Refusal('journal-full', {
        message: 'The journal’s database does not answer, so that it is not known whether this was stored. Look again.',
        retryAfterS: 5,
      });
    }
  }

  async #open(epoch: number, ended: AbortSignal, attempt: number): Promise<void> {
    if (ended.aborted) return;
    const database = await openWebhookMemory();
    try {
      const mirror = await Mirror.open(database, new WebhookRows(this.#needs.database, epoch));
      if (ended.aborted) return database.close();
      await this.#adopt(database, mirror);
      if (ended.aborted) return database.close();
      this.#running = { ...this.#create(database, mirror, epoch), mirror };
      this.#flushLater();
    } catch (error) {
      if (database.isOpen) database.close();
      if (!(error instanceof DatabaseUnavailable || error instanceof PartitionFencedError)) this.#needs.onError(error);
      const { clock } = this.#needs.parts;
      this.#timer = clock.after(backoffMs(attempt), () => {
        this.#opening = this.#open(epoch, ended, attempt + 1);
      });
    }
  }

  #create(database: DatabaseSync, mirror: Mirror, epoch: number): OpenedWebhooks {
    const { parts, isHeld } = this.#needs;
    return createWebhooks(parts, {
      database,
      keptMs,
      // A server that was paused learns late that others have taken over.
      requireTurn: () => {
        if (!isHeld(epoch)) throw movingNow();
      },
      closeDatabase: async () => {
        await this.#flush(mirror);
        database.close();
      },
    });
  }

  /** The first time, those of a server that was alone, and whose journal an earlier release moved into the cluster without them. */
  async #adopt(database: DatabaseSync, mirror: Mirror): Promise<void> {
    const file = join(this.#needs.parts.dataDirectory, webhooksFileName);
    if (!mirror.wasEmpty || !isThere(file)) return;
    (await openWebhookDatabase(file)).close();
    adoptWebhooks(database, file, { withCursors: false });
    await mirror.flush();
    renameSync(file, `${file}.moved`);
    this.#needs.parts.log.info({ file }, 'the webhooks of this server are those of the cluster from now on');
  }

  #flushLater(): void {
    this.#timer = this.#needs.parts.clock.after(flushEveryMs, () => {
      const { mirror } = this.#running ?? {};
      if (mirror === undefined) return;
      void this.#flush(mirror).finally(() => this.#running !== null && this.#flushLater());
    });
  }

  async #flush(mirror: Mirror): Promise<void> {
    try {
      await mirror.flush();
    } catch (error) {
      // It is written with the next; a former holder is closed in a moment.
      if (!(error instanceof DatabaseUnavailable || error instanceof PartitionFencedError)) this.#needs.onError(error);
    }
  }
}
