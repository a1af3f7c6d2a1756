import { partitionOf } from '../journal/partition.ts';
import type { NamesWith } from '../lib/table.ts';
import type { Platform } from '../platform/port.ts';
import type { callTable } from '../tracking/call-table.ts';
import type { Calls, LoginRequest } from '../tracking/calls.ts';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import { findLoginOwner } from './login-owner.ts';
import { askPart } from './peer-calls.ts';
import type { Routing } from './routing.ts';

/** What is not answered by one server alone, or by the one that the request was sent to. */
type CallAcross = NamesWith<typeof callTable, 'crosses', true> | NamesWith<typeof callTable, 'whose', 'all'>;

/** The flights of the other servers. */
export interface OtherFlights {
  /** Those that are open and have a position. */
  views(): Promise<readonly FlightView[]>;
  hasPirep(pirepId: string): Promise<boolean>;
}

export interface ClusterCallNeeds {
  /** Those of this server. */
  readonly calls: Calls;
  readonly routing: Routing;
  readonly platform: Pick<Platform, 'findPilotId' | 'authenticateKey'>;
  readonly others: OtherFlights;
}

/**
 * The calls that need no session, over all servers: a pilot is signed in by the server that has the pilot's flights, and
 * what everybody may see is whole. A call with a session never comes here for another server's pilot: its request was sent on.
 */
export function clusterCalls({ calls, routing, platform, others }: ClusterCallNeeds): Calls {
  const partitionOfLogin = async (request: LoginRequest): Promise<number | null> => {
    const pilotId = await findLoginOwner(platform, request);
    if (pilotId !== null) return partitionOf(pilotId);
    // A name that nobody has is refused by some server too: the time until then tells nothing.
    const { credential } = request;
    return credential.kind === 'password' ? partitionOf(credential.login.trim().toLowerCase()) : null;
  };
  const across: Pick<Calls, CallAcross> = {
    async login(request) {
      const partition = await partitionOfLogin(request);
      const peer = partition === null ? null : routing.requireHolder(partition);
      return peer === null ? calls.login(request) : askPart(peer, 'login', request);
    },
    async resume(token) {
      const partition = token === null ? null : await routing.partitionOfOlder(token);
      const peer = partition === null ? null : routing.requireHolder(partition);
      return peer === null ? calls.resume(token) : askPart(peer, 'resume', token);
    },
    listLive: async () => (await Promise.all([calls.listLive(), others.views()])).flat(),
    isTracked: async (pirepId) => (await calls.isTracked(pirepId)) || others.hasPirep(pirepId),
  };
  return { ...calls, ...across };
}
