import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDoor } from '../../src/cluster/door.ts';
import { HttpLine } from '../../src/cluster/http-line.ts';
import { type Joined, joinCluster, withSharedFailures } from '../../src/cluster/join.ts';
import type { Members } from '../../src/cluster/members.ts';
import { Peer } from '../../src/cluster/peer.ts';
import { partitionedTokens } from '../../src/cluster/tokens.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { Contract } from '../../src/contracts/contract.ts';
import { partitionCount } from '../../src/journal/partition.ts';
import { Secret } from '../../src/lib/secret.ts';
import { newId } from '../../src/lib/tokens.ts';
import { seedDemo } from '../../src/platform/embedded/demo.ts';
import { embeddedFileName } from '../../src/platform/embedded/embedded.ts';
import type { Platform } from '../../src/platform/port.ts';
import type { Server } from '../../src/server/app.ts';
import type { Cluster, ClusterNeeds } from '../../src/server/cluster/cluster.ts';
import { endlessPlace } from '../../src/server/cluster/place.ts';
import { openOnceHere } from '../../src/server/duties/once-here.ts';
import { placeEmptyCrewCenter } from '../empty-crew-center.ts';
import { ManualClock } from '../manual-clock.ts';
import { openServerAt } from '../open-at.ts';
import { type Answer, type Asking, ask } from '../wire/ask.ts';

const manyRequests = { ...loadConfig({}).limits, requestsPerSecond: 10_000, requestBurst: 100_000 };

/** Two servers that share pilots and a crew center, in one process; each has a journal of its own in a file. */
export class TwoServers {
  readonly clock = new ManualClock(Date.UTC(2024, 3, 6, 10, 0, 0));
  readonly directory = mkdtempSync(join(tmpdir(), 'tracker-two-'));
  readonly logLines: string[] = [];
  readonly #secret = new Secret('a secret of both');
  readonly #contracts: readonly [Contract, ...Contract[]] | undefined;
  readonly #servers: (Server | null)[] = [null, null];
  readonly #joined: (Joined | null)[] = [null, null];
  /** By which the one reaches the other, while it runs and after it ended. */
  readonly #peers: (Peer | undefined)[] = [];
  /** Which of the two holds a partition, as one of them knows it; null: neither does. */
  holder: (partition: number, knownBy: 0 | 1) => 0 | 1 | null = (partition) => (partition % 2 === 0 ? 0 : 1);

  private constructor(contracts: readonly [Contract, ...Contract[]] | undefined) {
    this.#contracts = contracts;
  }

  static async open(contracts?: readonly [Contract, ...Contract[]]): Promise<TwoServers> {
    const two = new TwoServers(contracts);
    mkdirSync(join(two.directory, '0'), { mode: 0o700 });
    await placeEmptyCrewCenter(join(two.directory, '0', embeddedFileName));
    await two.start(0);
    const { embedded } = two.server(0).tracker.crewCenter;
    if (embedded === null) throw new Error('the first has the crew center');
    await seedDemo(embedded.crewCenter);
    await two.start(1);
    return two;
  }

  server(index: number): Server {
    const server = this.#servers[index];
    if (!server) throw new Error(`server ${index} does not run`);
    return server;
  }

  async start(index: 0 | 1): Promise<void> {
    this.#servers[index] = await openServerAt({
      directory: join(this.directory, String(index)),
      config: { commitWindowMs: 0, logLevel: 'warn', limits: manyRequests, webhookNetworks: ['127.0.0.1'] },
      clock: this.clock,
      logLevel: 'warn',
      write: (line) => void this.logLines.push(line),
      replace: {
        contracts: this.#contracts,
        platform: (own) => (index === 0 ? own : this.#crewCenter()),
        cluster: (needs) => this.#join(index, needs),
      },
    });
  }

  async stop(index: number): Promise<void> {
    const server = this.#servers[index];
    this.#servers[index] = null;
    this.#joined[index] = null;
    await server?.[Symbol.asyncDispose]();
  }

  ask(index: number, path: string, asking: Asking = {}): Promise<Answer> {
    return ask(Number(new URL(this.server(index).url).port), path, asking);
  }

  /** Every server asks the other what has changed there. */
  async look(): Promise<void> {
    await this.clock.advance(1_000);
    for (const joined of this.#joined) await joined?.look();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop(1);
    await this.stop(0);
    for (const peer of this.#peers) peer?.close();
    rmSync(this.directory, { recursive: true });
    const bugs = this.logLines.filter((line) => line.includes('"level":"error"'));
    if (bugs.length > 0) throw new Error(`errors of our own:\n${bugs.join('')}`);
  }

  /** That of the first server, whichever runs: the second one does not close it. */
  #crewCenter(): Platform {
    const current = () => this.server(0).tracker.crewCenter.platform;
    return new Proxy({ close: async () => undefined } as Platform, {
      get: (own, name) => {
        if (name in own) return Reflect.get(own, name);
        const value = Reflect.get(current(), name);
        return typeof value === 'function' ? value.bind(current()) : value;
      },
    });
  }

  /** One of the two: as a server of a cluster is, except that its journal is a file, and that the test says who holds what. */
  #join(index: 0 | 1, { journal, platform, tokens, clock, onError, createFirst }: ClusterNeeds): Cluster {
    const members = this.#members(index);
    const heard = withSharedFailures(journal, members);
    const own = createFirst({ journal: heard, platform, tokens: partitionedTokens(tokens) });
    const joined = joinCluster({ members, own, journal, platform, clock, onError, start: `${index}/${newId()}` });
    this.#joined[index] = joined;
    return {
      isAlone: false,
      members,
      own,
      place: endlessPlace,
      openOnce: openOnceHere,
      readStatus: async () => null,
      tracking: joined.tracking,
      journal: joined.journal,
      elsewhere: joined.elsewhere,
      join: async ({ fastify, answerReport }) => {
        await fastify.ready();
        const answers = { methods: joined.methods, route: fastify.routing, answerReport, onError };
        const door = await openDoor({ host: '127.0.0.1', port: 0, tls: null }, { secret: this.#secret, ...answers });
        this.#peers[index]?.close();
        const line = new HttpLine({ url: `http://127.0.0.1:${door.port}`, ca: null }, 10_000);
        this.#peers[index] = new Peer(line, this.#secret);
        return door;
      },
      async [Symbol.asyncDispose]() {
        await joined[Symbol.asyncDispose]();
        await own.close();
      },
    };
  }

  #members(index: 0 | 1): Members {
    const other = () => this.#peers[1 - index];
    return {
      holderOf: (partition) =>
        this.holder(partition, index) === index ? 'here' : (this.holder(partition, index) !== null && other()) || null,
      isWhole: () =>
        Array.from({ length: partitionCount }, (_, id) => this.holder(id, index)).every((each) => each !== null),
      peers: () => [other()].filter((peer) => peer !== undefined),
    };
  }
}
