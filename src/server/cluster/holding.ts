import type { Cores } from '../../cluster/cores/cores.ts';
import { type FirstDuty, FirstHolder } from '../../cluster/first-holder.ts';
import type { LeaseNotice } from '../../cluster/lease-holder.ts';
import { Leases } from '../../cluster/leases.ts';
import { firstPartition } from '../../cluster/members.ts';
import { WatchedTable } from '../../cluster/watched-table.ts';
import type { Config } from '../../config/config.ts';
import type { ServerRow } from '../../journal/lease-table.ts';
import type { MysqlEngine } from '../../journal/mysql/engine.ts';
import { MysqlLeaseTable } from '../../journal/mysql/lease-table.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Logger } from '../../lib/log.ts';
import { type Machine, thisMachine } from '../../lib/machine.ts';
import { packageVersion } from '../../lib/version.ts';
import { createLeaseEvents } from './lease-events.ts';
import { ServerPlace } from './place.ts';
import { readClusterStatus } from './status.ts';

export interface HoldingNeeds {
  readonly config: Config;
  readonly engine: Pick<MysqlEngine, 'leases' | 'knownVersion'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Names this run of the server. */
  readonly id: string;
  readonly machine?: Machine | undefined;
}

type IsSilent = (other: ServerRow) => boolean;
type CompareClocks = (others: readonly ServerRow[]) => Promise<void>;

/** The leases of this server, from its joining to its leaving, and the cores that it has by them. */
export class Holding {
  readonly leases: Leases;
  readonly place: ServerPlace;
  readonly #cores: Cores;
  readonly #id: string;
  readonly #holder: FirstHolder;
  readonly #watched: WatchedTable;
  #port = 0;
  #compareClocks: CompareClocks = async () => undefined;
  #isSilent: IsSilent = () => false;

  constructor({ config, engine, clock, log, id, machine = thisMachine }: HoldingNeeds, cores: Cores) {
    const monotonic = () => machine.monotonic();
    this.#id = id;
    this.#cores = cores;
    this.#holder = new FirstHolder(cores);
    this.#watched = new WatchedTable(new MysqlLeaseTable(engine.leases, engine.knownVersion), monotonic);
    const place = new ServerPlace({ watched: this.#watched, monotonic, held: () => cores.all().length });
    this.place = place;
    this.leases = new Leases({
      self: () => ({ id, address: addressOf(config, this.#port), version: packageVersion() }),
      unheard: () =>
        this.#others()
          .filter((other) => this.#isSilent(other))
          .map((other) => other.id),
      table: this.#watched.table,
      clock,
      monotonic,
      holder: this.#holder,
      notice: noticeOf(log, place),
    });
  }

  /** What compares this server's clock with those of the others, before it takes its first partition. */
  compareFirst(compare: CompareClocks): void {
    this.#compareClocks = compare;
  }

  /** What knows of which other servers nothing is heard. */
  watchSilence(isSilent: IsSilent): void {
    this.#isSilent = isSilent;
  }

  /** What this server does while it holds the first partition; to be set before it begins. */
  setFirstDuty(duty: FirstDuty): void {
    this.#holder.set(duty);
  }

  /** Whether it holds the first partition under this epoch, now. */
  isFirst(epoch: number): boolean {
    return this.leases.epochOf(firstPartition) === epoch;
  }

  /** Takes its share of the partitions; disposing hands them over. @param port - of its door */
  async begin(port: number): Promise<AsyncDisposable> {
    this.#port = port;
    const { servers } = await this.#watched.table.read();
    await this.#compareClocks(servers.filter(({ id }) => id !== this.#id));
    await this.leases.start();
    this.place.join();
    return {
      [Symbol.asyncDispose]: async () => {
        this.place.leave();
        await this.leases.stop();
      },
    };
  }

  #others(): readonly ServerRow[] {
    return this.leases.servers().filter(({ id }) => id !== this.#id);
  }

  readStatus(): ReturnType<typeof readClusterStatus> {
    return readClusterStatus(this.#watched.table, { leases: this.leases, cores: this.#cores, id: this.#id });
  }
}

function noticeOf(log: Logger, place: ServerPlace): (notice: LeaseNotice) => void {
  const logged = createLeaseEvents(log);
  return (notice) => {
    if (notice.kind === 'outdated') place.leave();
    logged(notice);
  };
}

function addressOf({ tls, cluster: { address, listen } }: Config, port: number): string {
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  return address ?? `${tls.kind === 'files' ? 'https' : 'http'}://${host}:${port}`;
}
