import type { ServerRow } from '../journal/lease-table.ts';
import type { LeaseOptions } from './lease-holder.ts';

type Options = Pick<LeaseOptions, 'self' | 'notice' | 'unheard'>;

/** Which servers others hear: only they take partitions. */
export class HeardServers {
  readonly #options: Options;
  #isHeard = true;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Ids that this server writes beside its beat. Those whose beats stand still are among them: one that joins cannot know it before it
   * has looked for as long as the others did, and would leave to the dead what they leave to it.
   */
  unheard(still: readonly ServerRow[]): readonly string[] {
    return [...(this.#options.unheard?.() ?? []), ...still.map(({ id }) => id)];
  }

  /** Those of these servers, and a notice when it changes whether this one is among them. @param servers - whose beats move */
  among(servers: readonly ServerRow[]): readonly ServerRow[] {
    const heard = heardServers(servers);
    const isHeard = heard.some(({ id }) => id === this.#options.self().id);
    if (isHeard !== this.#isHeard) this.#options.notice({ kind: isHeard ? 'heard' : 'unheard' });
    this.#isHeard = isHeard;
    return heard;
  }
}

/**
 * Returns those of the servers that at least half of the others hear. One that reaches the database and that nobody else reaches would
 * keep pilots whose requests come in at the others. Where nobody is left, as when no server reaches another one, all are. All servers
 * that see the same rows compute the same.
 */
function heardServers(servers: readonly ServerRow[]): readonly ServerRow[] {
  const heard = servers.filter(({ id }) => {
    const deaf = servers.filter((other) => other.id !== id && other.unheard.includes(id));
    return 2 * deaf.length <= servers.length - 1;
  });
  return heard.length > 0 ? heard : servers;
}
