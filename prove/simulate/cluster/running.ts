import { type Joined, joinCluster, withSharedFailures } from '../../../src/cluster/join.ts';
import type { PeerLine } from '../../../src/cluster/peer.ts';
import { partitionedTokens } from '../../../src/cluster/tokens.ts';
import { type Config, loadConfig } from '../../../src/config/config.ts';
import type { MysqlEngine } from '../../../src/journal/mysql/engine.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import { Secret } from '../../../src/lib/secret.ts';
import { digest } from '../../../src/lib/tokens.ts';
import type { Platform } from '../../../src/platform/port.ts';
import { type ClusterServer, openCluster, withShared } from '../../../src/server/cluster.ts';
import { firstSettings, keepSettings } from '../../../src/server/first-settings.ts';
import { trackingOptions } from '../../../src/server/tracker.ts';
import type { TrackingOptions } from '../../../src/tracking/options.ts';
import { createTracking, type Tracking } from '../../../src/tracking/tracking.ts';
import type { Draws } from '../chance.ts';
import type { Generation } from '../front.ts';
import { bugLogger } from '../logger.ts';
import { ModelDisk } from '../model-journal/model-disk.ts';
import { type ClusterFront, clusterFrontOf } from './cluster-front.ts';
import { type EngineParts, openModelEngine } from './engine.ts';

export interface RunningNeeds extends EngineParts {
  readonly place: number;
  readonly generation: Generation;
  readonly draws: Draws;
  readonly options: Partial<TrackingOptions>;
  readonly clock: Clock;
  readonly platform: Platform;
  openLine(url: string): PeerLine;
  /** Called with what a server logs as an error. */
  onFailure(error: unknown): void;
}

/** Everything that a process has once it serves. */
export interface Running {
  readonly front: ClusterFront;
  readonly base: Tracking;
  readonly group: ClusterServer;
  readonly joined: Joined;
  readonly engine: MysqlEngine;
}

const secret = new Secret('a secret of all servers of the simulation');

export const addressOf = (place: number): string => `http://server-${place}:1`;

/** Opens the parts of a server of a cluster as `server/tracker.ts` does, over the models. It has no lease yet. */
export async function openRunning(needs: RunningNeeds): Promise<Running> {
  const { id, place, machine, generation, draws, clock, platform, openLine, onFailure, onBug } = needs;
  const engine = await openModelEngine(needs);
  const log = bugLogger(onFailure);
  const config = configOf(place);
  const alone = withShared(new ModelDisk().open(clock), engine.shared);
  const ofCore = {
    ...{ clock, onError: onBug, settings: await firstSettings(alone, platform, log), tokens: tokensOf(draws) },
    options: { ...trackingOptions(config), ...needs.options },
  };
  const base = createTracking({
    journal: withSharedFailures(alone, { peers: () => group.hearersBeside.peers() }),
    ...{ ...ofCore, platform, onCrewCenter: () => undefined },
    onSettings: (settings) => keepSettings(alone, settings),
  });
  const group = openCluster({
    ...{ config, engine, platform, clock, log, base, journal: alone, id, machine, openLine },
    createTracking: (journal, guarded) => createTracking({ ...ofCore, journal, platform: guarded }),
  });
  const { own, stored: journal, membership } = group;
  const joined = joinCluster({ membership, own, journal, platform, clock, onError: onBug, start: id });
  const { elsewhere, methods, tracking } = joined;
  const behind = { calls: tracking.calls, clock, logger: log, elsewhere, methods, secret, onError: onFailure };
  return { front: await clusterFrontOf(generation, place, behind), base, group, joined, engine };
}

function tokensOf(draws: Draws) {
  return partitionedTokens({
    ...{ newToken: () => draws.text(43), newId: () => draws.text(16), digest },
    wrap: (text) => new Secret(text),
  });
}

function configOf(place: number): Config {
  const config = loadConfig({});
  return { ...config, cluster: { listen: { host: '10.0.0.1', port: 1 }, address: addressOf(place), secret, ca: null } };
}
