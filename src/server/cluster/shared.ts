import { randomBytes } from 'node:crypto';
import { coresAsMembers, failureHearers } from '../../cluster/cores/as-members.ts';
import { coreCalls } from '../../cluster/cores/calls.ts';
import { Cores } from '../../cluster/cores/cores.ts';
import { heldPlatform, sharedPlatform } from '../../cluster/cores/platform.ts';
import { coreTracking } from '../../cluster/cores/tracking.ts';
import { type DoorTarget, openDoor, type PeerMethods } from '../../cluster/door.ts';
import { HeardHolders } from '../../cluster/heard-holders.ts';
import { HttpLine } from '../../cluster/http-line.ts';
import { type Joined, joinCluster, withSharedFailures } from '../../cluster/join.ts';
import type { Leases } from '../../cluster/leases.ts';
import type { Asked, Members } from '../../cluster/members.ts';
import { Peer, type PeerLine } from '../../cluster/peer.ts';
import { Peers } from '../../cluster/peers.ts';
import { partitionedTokens } from '../../cluster/tokens.ts';
import { wholeJournal } from '../../cluster/whole-journal.ts';
import type { Config } from '../../config/config.ts';
import type { Journal } from '../../journal/journal.ts';
import type { MysqlEngine } from '../../journal/mysql/engine.ts';
import { type Machine, thisMachine } from '../../lib/machine.ts';
import { Secret } from '../../lib/secret.ts';
import { newId } from '../../lib/tokens.ts';
import type { Tracking } from '../../tracking/tracking.ts';
import { openOnceShared } from '../duties/once-shared.ts';
import { readTlsFiles } from '../system-errors.ts';
import type { Cluster, ClusterNeeds } from './cluster.ts';
import { Holding } from './holding.ts';
import { createClockEvents } from './lease-events.ts';
import { peerDeadlineMs } from './peer-deadline.ts';

export interface SharedNeeds extends ClusterNeeds {
  readonly engine: MysqlEngine;
  /** Names this run of the server; random by default. */
  readonly id?: string;
  readonly machine?: Machine;
  /** Opens the connections to another server. */
  readonly openLine?: (url: string) => PeerLine;
}

/** One of several servers that share a journal in MariaDB: a core for each partition that it holds, and one without flights. */
export class SharedCluster implements Cluster {
  readonly isAlone = false;
  readonly members: Members;
  readonly own: Tracking;
  readonly tracking: Tracking;
  readonly journal: Journal;
  readonly elsewhere: Joined['elsewhere'];
  readonly place: Cluster['place'];
  readonly readStatus: Cluster['readStatus'];
  readonly #needs: SharedNeeds;
  readonly #secret: Secret;
  readonly #cores: Cores;
  readonly #holding: Holding;
  readonly #peers: Peers;
  readonly #heard: HeardHolders<Peer>;
  readonly #base: Tracking;
  readonly #joined: Joined;
  #methods: PeerMethods;

  constructor(needs: SharedNeeds) {
    const { config, clock, log, journal, platform, onError, id = newId(), machine = thisMachine } = needs;
    this.#needs = needs;
    this.#secret = config.cluster.secret ?? new Secret(randomBytes(32).toString('base64url'));
    const tokens = partitionedTokens(needs.tokens);
    const ofCores = sharedPlatform(platform, () => clock.now());
    this.#cores = this.#createCores({ platform: ofCores, tokens });
    this.#holding = new Holding({ ...needs, id }, this.#cores);
    this.place = this.#holding.place;
    const time = { clock, monotonic: () => machine.monotonic() };
    this.#peers = new Peers((url) => new Peer(needs.openLine?.(url) ?? httpLine(url, config), this.#secret, time));
    const silentMs = () => this.place.silentMs();
    this.#heard = new HeardHolders({ ...time, silentMs, peers: () => this.members.peers(), onError });
    this.members = membersOf({
      cores: this.#cores,
      leases: this.#holding.leases,
      peers: this.#peers,
      heard: this.#heard,
      id,
    });
    this.#base = needs.createFirst({ journal: this.#withFailures(journal, null), platform, tokens });
    const calls = coreCalls({ base: this.#base.calls, cores: this.#cores, platform: ofCores });
    this.own = coreTracking({ base: this.#base, cores: this.#cores, calls, onError });
    const stored = wholeJournal(journal, coresAsMembers(this.#cores));
    const { members, own } = this;
    const onClock = createClockEvents(log);
    this.#joined = joinCluster({ members, own, journal: stored, platform, clock, onError, onClock, start: id });
    const { clocks } = this.#joined;
    this.#holding.place.watchClocks(clocks);
    this.#holding.watchSilence(({ address }) => this.#peers.at(address).isSilent);
    this.#holding.compareFirst((others) => clocks.first(others.map(({ address }) => this.#peers.at(address))));
    this.readStatus = async () => ({ ...(await this.#holding.readStatus()), clockAheadMs: clocks.aheadMs });
    this.#methods = this.#joined.methods;
    this.tracking = this.#joined.tracking;
    this.journal = this.#joined.journal;
    this.elsewhere = this.#joined.elsewhere;
  }

  /** What peers may call here. */
  get methods(): PeerMethods {
    return this.#methods;
  }

  openOnce: Cluster['openOnce'] = async (once) => {
    const { members, own } = this;
    const { engine } = this.#needs;
    const opened = openOnceShared(once, { engine, members, own, holding: this.#holding });
    this.#methods = { ...this.#methods, ...opened.methods };
    return opened;
  };

  join: Cluster['join'] = async ({ fastify, answerReport }) => {
    await using opened = new AsyncDisposableStack();
    const { config, log } = this.#needs;
    await fastify.ready();
    const onError = (error: unknown) => log.error({ err: error }, 'a call of another server failed');
    const needs = { secret: this.#secret, methods: this.#methods, route: fastify.routing, answerReport, onError };
    const { port } = opened.use(await openDoor(doorOf(config), needs));
    opened.use(await this.holdLeases(port));
    return opened.move();
  };

  /** Takes its share of the partitions; disposing hands them over. @param port - of its door */
  async holdLeases(port: number): Promise<AsyncDisposable> {
    await using opened = new AsyncDisposableStack();
    opened.defer(() => this.#peers.close());
    opened.use(await this.#holding.begin(port));
    return opened.move();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#heard.close();
    await this.#joined[Symbol.asyncDispose]();
    await this.#base.close();
  }

  #createCores(parts: Pick<Parameters<ClusterNeeds['createCore']>[0], 'platform' | 'tokens'>): Cores {
    const { engine, createCore } = this.#needs;
    return new Cores({
      openJournal: (partition, epoch) => engine.openPartition(partition, epoch),
      createTracking: (journal, isHeld, partition) =>
        createCore({
          ...parts,
          journal: this.#withFailures(journal, partition),
          platform: heldPlatform(parts.platform, isHeld),
        }),
      isHeld: (partition, epoch) => this.#holding.leases.epochOf(partition) === epoch,
    });
  }

  /** The same journal, for the core of this partition, or for the one without flights: all others hear of failed logins. */
  #withFailures(journal: Journal, partition: number | null): Journal {
    const asked: Asked = {
      peers: () => [...this.members.peers(), ...failureHearers(this.#base, this.#cores, partition)],
    };
    return withSharedFailures(journal, asked);
  }
}

function httpLine(url: string, { cluster, flights }: Config): PeerLine {
  return new HttpLine({ url, ca: cluster.ca }, peerDeadlineMs(flights));
}

function doorOf(config: Config): DoorTarget {
  return { ...config.cluster.listen, tls: readTlsFiles(config) };
}

interface MemberParts {
  readonly cores: Cores;
  readonly leases: Leases;
  readonly peers: Peers;
  readonly heard: HeardHolders<Peer>;
  readonly id: string;
}

function membersOf({ cores, leases, peers, heard, id }: MemberParts): Members {
  const holderOf: Members['holderOf'] = (partition) => {
    if (cores.find(partition) !== null) return 'here';
    const said = heard.holderOf(partition);
    if (said !== null) return said;
    const owner = leases.ownerOf(partition);
    return owner === null || owner.id === id ? null : peers.at(owner.address);
  };
  return {
    holderOf,
    isWhole: () => leases.partitions().every((partition) => holderOf(partition) !== null),
    peers: () => leases.servers().flatMap((server) => (server.id === id ? [] : [peers.at(server.address)])),
  };
}
