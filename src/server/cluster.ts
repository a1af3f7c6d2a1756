import { randomBytes } from 'node:crypto';
import { coresAsMembers, failureHearers } from '../cluster/cores/as-members.ts';
import { coreCalls } from '../cluster/cores/calls.ts';
import { Cores } from '../cluster/cores/cores.ts';
import { heldPlatform, sharedPlatform } from '../cluster/cores/platform.ts';
import { coreTracking } from '../cluster/cores/tracking.ts';
import { type FirstDuty, FirstHolder } from '../cluster/first-holder.ts';
import { HttpLine } from '../cluster/http-line.ts';
import { type Membership, withSharedFailures } from '../cluster/join.ts';
import type { LeaseNotice } from '../cluster/lease-holder.ts';
import { Leases } from '../cluster/leases.ts';
import { type Asked, firstPartition, type Members } from '../cluster/members.ts';
import { Peer, type PeerLine } from '../cluster/peer.ts';
import { Peers } from '../cluster/peers.ts';
import { WatchedTable } from '../cluster/watched-table.ts';
import { wholeJournal } from '../cluster/whole-journal.ts';
import type { Config } from '../config/config.ts';
import type { Journal } from '../journal/journal.ts';
import type { MysqlEngine } from '../journal/mysql/engine.ts';
import { MysqlLeaseTable } from '../journal/mysql/lease-table.ts';
import type { SchemaStep } from '../journal/mysql/schema-step.ts';
import type { SharedRecords } from '../journal/mysql/shared.ts';
import type { Clock } from '../lib/clock.ts';
import type { Logger } from '../lib/log.ts';
import { type Machine, thisMachine } from '../lib/machine.ts';
import { override } from '../lib/override.ts';
import { Secret } from '../lib/secret.ts';
import { newId } from '../lib/tokens.ts';
import { packageVersion } from '../lib/version.ts';
import type { Platform } from '../platform/port.ts';
import type { Tracking } from '../tracking/tracking.ts';
import { type ClusterStatus, readClusterStatus } from './cluster-status.ts';
import { createLeaseEvents } from './lease-events.ts';
import { peerDeadlineMs } from './peer-deadline.ts';
import { type PlaceInCluster, ServerPlace } from './place-in-cluster.ts';
import { readTlsFiles } from './system-errors.ts';

export interface ClusterNeeds {
  readonly config: Config;
  readonly engine: MysqlEngine;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly log: Logger;
  /** Of a core without flights. */
  readonly base: Tracking;
  /** Of this server alone, with what belongs to no partition. */
  readonly journal: Journal;
  createTracking(journal: Journal, platform: Platform): Tracking;
  /** Names this run of the server; random by default. */
  readonly id?: string;
  readonly machine?: Machine;
  /** Opens the connections to another server. */
  readonly openLine?: (url: string) => PeerLine;
}

/** This server as one of those that share a journal in MariaDB. */
export interface ClusterServer {
  /** The flights of this server: of the partitions that it holds. */
  readonly own: Tracking;
  /** The journals of those partitions as one, to read from. */
  readonly stored: Journal;
  readonly membership: Membership;
  /** Who hears of logins that failed at the core without flights. */
  readonly hearersBeside: Asked;
  /** What this server does while it holds the first partition; to be set before it joins. */
  setFirstDuty(duty: FirstDuty): void;
  /** Whether it holds the first partition under this epoch, now. */
  isFirst(epoch: number): boolean;
  readonly place: PlaceInCluster;
  /** Takes its share of the partitions; disposing hands them over. @param port - of its door */
  join(port: number): Promise<AsyncDisposable>;
  readStatus(): Promise<ClusterStatus>;
}

export function openCluster(needs: ClusterNeeds): ClusterServer {
  const { config, engine, clock, log, base, id = newId(), machine = thisMachine } = needs;
  const secret = config.cluster.secret ?? new Secret(randomBytes(32).toString('base64url'));
  const shared = sharedPlatform(needs.platform, () => clock.now());
  const cores = new Cores({
    openJournal: (partition, epoch) => engine.openPartition(partition, epoch),
    createTracking: (journal, isHeld, partition) =>
      needs.createTracking(withSharedFailures(journal, hearersBeside(partition)), heldPlatform(shared, isHeld)),
    isHeld: (partition, epoch) => leases.epochOf(partition) === epoch,
  });
  let port = 0;
  const monotonic = () => machine.monotonic();
  const watched = new WatchedTable(new MysqlLeaseTable(engine.leases, engine.knownVersion), monotonic);
  const place = new ServerPlace({ watched, monotonic, held: () => cores.all().length });
  const holder = new FirstHolder(cores);
  const leases = new Leases({
    self: () => ({ id, address: addressOf(config, port), version: packageVersion() }),
    ...{ table: watched.table, clock, monotonic, holder, notice: noticeOf(log, place) },
  });
  const peers = new Peers((url) => new Peer(needs.openLine?.(url) ?? httpLine(url, config), secret));
  const members = membersOf(cores, leases, peers, id);
  const hearersBeside = (partition: number | null): Asked => ({
    peers: () => [...members.peers(), ...failureHearers(base, cores, partition)],
  });
  const onError = (error: unknown) => log.error({ err: error }, 'internal error');
  return {
    own: coreTracking({ base, cores, calls: coreCalls({ base: base.calls, cores, platform: shared }), onError }),
    stored: wholeJournal(needs.journal, coresAsMembers(cores)),
    hearersBeside: hearersBeside(null),
    membership: { door: doorOf(config), secret, members },
    setFirstDuty: (duty) => holder.set(duty),
    isFirst: (epoch) => leases.epochOf(firstPartition) === epoch,
    place,
    readStatus: () => readClusterStatus(watched.table, { leases, cores, id }),
    join(doorPort) {
      port = doorPort;
      return holdLeases(leases, peers, place);
    },
  };
}

function noticeOf(log: Logger, place: ServerPlace): (notice: LeaseNotice) => void {
  const logged = createLeaseEvents(log);
  return (notice) => {
    if (notice.kind === 'outdated') place.leave();
    logged(notice);
  };
}

function httpLine(url: string, { cluster, flights }: Config): PeerLine {
  return new HttpLine({ kind: 'url', url, ca: cluster.ca }, peerDeadlineMs(flights));
}

async function holdLeases(leases: Leases, peers: Peers, place: ServerPlace): Promise<AsyncDisposable> {
  await leases.start();
  place.join();
  return {
    async [Symbol.asyncDispose]() {
      place.leave();
      await leases.stop();
      peers.close();
    },
  };
}

function doorOf(config: Config): Membership['door'] {
  return { kind: 'tcp', ...config.cluster.listen, tls: readTlsFiles(config) };
}

function addressOf({ tls, cluster: { address, listen } }: Config, port: number): string {
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  return address ?? `${tls.kind === 'files' ? 'https' : 'http'}://${host}:${port}`;
}

function membersOf(cores: Cores, leases: Leases, peers: Peers, id: string): Members {
  const holderOf: Members['holderOf'] = (partition) => {
    if (cores.find(partition) !== null) return 'here';
    const owner = leases.ownerOf(partition);
    return owner === null || owner.id === id ? null : peers.at(owner.address);
  };
  return {
    holderOf,
    isWhole: () => leases.partitions().every((partition) => holderOf(partition) !== null),
    peers: () => leases.servers().flatMap((server) => (server.id === id ? [] : [peers.at(server.address)])),
  };
}

/** Connects to the journal in MariaDB; null when the journal is a file. */
export async function openEngine(
  { journal, commitWindowMs }: Config,
  clock: Clock,
  logger: Logger,
  steps?: readonly SchemaStep[],
): Promise<(MysqlEngine & AsyncDisposable) | null> {
  if (journal === null) return null;
  const { openMysqlEngine } = await import('../journal/mysql/open.ts');
  const engine = await openMysqlEngine({ ...journal, clock, logger, commitWindowMs, steps });
  return Object.assign(engine, { [Symbol.asyncDispose]: () => engine.close() });
}

/** Returns the same journal, with the notes and the audit log that all servers share. */
export function withShared(journal: Journal, shared: SharedRecords): Journal {
  return override(journal, shared);
}
