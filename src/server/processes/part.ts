import { join } from 'node:path';
import { HttpLine } from '../../cluster/http-line.ts';
import type { Membership } from '../../cluster/join.ts';
import { partitionCount, partitionOf } from '../../cluster/partition.ts';
import { Peer } from '../../cluster/peer.ts';
import type { Config } from '../../config/config.ts';
import { folderOf } from '../../journal/arrange/layout.ts';
import { Secret } from '../../lib/secret.ts';
import { peerDeadlineMs } from '../peer-deadline.ts';

/** What a process gets from the one that started it. */
export interface Part {
  /** From 1; the first one also has the crew center's own database, the pages and the commands. */
  readonly process: number;
  readonly count: number;
  /** Folder of the sockets on which the processes ask each other. */
  readonly sockets: string;
  readonly secret: string;
  /** Sockets that systemd passed to the process that started this one. */
  readonly passedSockets: number;
}

/** Returns which process has the flights of a pilot. The first one has the first partition. */
export function processOf(pilotId: string, count: number): number {
  return processOfPartition(partitionOf(pilotId), count);
}

/** Returns which process has a partition. */
export function processOfPartition(partition: number, count: number): number {
  return Math.floor((partition * count) / partitionCount) + 1;
}

/** Returns this process as one of several: who has which pilots never changes while they run. */
export function membershipOf(part: Part, { crewCenter, flights }: Config): Membership {
  const { process, count, sockets } = part;
  const secret = new Secret(part.secret);
  const deadlineMs = peerDeadlineMs(flights);
  const door = (other: number) => ({ kind: 'unix', path: join(sockets, `${other}.sock`) }) as const;
  const all = Array.from({ length: count }, (_, index) => new Peer(new HttpLine(door(index + 1), deadlineMs), secret));
  const others = all.filter((_, index) => index + 1 !== process);
  const [first] = all;
  return {
    ...{ name: `process-${process}`, secret, door: door(process), folder: folderOf(process), processes: count },
    members: {
      holderOf(partition) {
        const holder = processOfPartition(partition, count);
        return holder === process ? 'here' : (all[holder - 1] ?? null);
      },
      isWhole: () => true,
      peers: () => others,
    },
    crewCenterAt: process === 1 || crewCenter.kind !== 'embedded' ? null : (first ?? null),
    sharesAudit: false,
    passesChangesTo: process === 1 ? null : (first ?? null),
  };
}

/** Returns the settings of this process: what exists once is the first one's. */
export function configOf({ process, passedSockets }: Part, config: Config): Config {
  if (process === 1) return { ...config, passedSockets };
  return { ...config, passedSockets, metricsListen: null, backups: null, alerts: { mail: null, discord: null } };
}
