import type { Secret } from '../../lib/secret.ts';
import { type NamesWith, namesWith } from '../../lib/table.ts';
import { digest } from '../../lib/tokens.ts';
import type { Platform } from '../../platform/port.ts';
import { callTable, deskCallTable } from '../../tracking/call-table.ts';
import type { Calls, LoginRequest, Session } from '../../tracking/calls.ts';
import type { DeskCalls } from '../../tracking/desk.ts';
import { keySessionName } from '../../tracking/sessions/session-model.ts';
import { findLoginOwner } from '../login-owner.ts';
import { partitionOfToken } from '../tokens.ts';
import type { Cores } from './cores.ts';

type OfSession = (session: { readonly pilot: { readonly id: string } }, ...rest: never[]) => unknown;
type SessionCall = NamesWith<typeof callTable, 'whose', 'session'>;

export interface CoreCallNeeds {
  /** Of a core without flights: what needs no pilot. */
  readonly base: Calls;
  readonly cores: Cores;
  readonly platform: Pick<Platform, 'findPilotId' | 'authenticateKey'>;
}

/** The calls of clients, each answered by the core of its pilot's partition. */
export function coreCalls({ base, cores, platform }: CoreCallNeeds): Calls {
  const ofPilot = (pilotId: string) => cores.requireOf(pilotId).calls;
  const signedIn = (tokenHash: string) => cores.all().find(({ calls }) => calls.isSignedIn(tokenHash));
  /** A token without a partition was made by a server that was alone. */
  const ofToken = (token: string | null) => {
    const partition = token === null ? null : partitionOfToken(token);
    const core = partition === null ? token && signedIn(digest(token)) : cores.require(partition);
    return core ? core.calls : base;
  };
  return {
    ...sessionCalls(ofPilot),
    status: base.status,
    async login(request) {
      const pilotId = await findLoginOwner(platform, request);
      if (pilotId === null && request.credential.kind === 'api-key') return base.login(request);
      // A name that nobody has is refused by the core that would have it; a key could be anybody's.
      return ofPilot(pilotId ?? loginOf(request)).login(request);
    },
    resume: (token) => ofToken(token).resume(token),
    authenticate: (token) => ofToken(token).authenticate(token),
    authenticateKey(apiKey, address) {
      if (apiKey === null) return base.authenticateKey(apiKey, address);
      const known = signedIn(keySessionName(digest(apiKey.reveal())));
      return known?.calls.authenticateKey(apiKey, address) ?? ofNewKey(apiKey, address);
    },
    isSignedIn: (tokenHash) => signedIn(tokenHash) !== undefined,
    ...ofAll(cores),
    desk: deskCalls(base.desk, ofPilot),
  };

  async function ofNewKey(apiKey: Secret, address: string): Promise<Session> {
    const pilot = await platform.authenticateKey(apiKey);
    return pilot === null ? base.authenticateKey(apiKey, address) : ofPilot(pilot.id).authenticateKey(apiKey, address);
  }
}

/** What is of all flights here. */
function ofAll(cores: Cores): Pick<Calls, 'listLive' | 'isTracked'> {
  return {
    listLive: async () => (await Promise.all(cores.all().map(({ tracking }) => tracking.calls.listLive()))).flat(),
    async isTracked(pirepId) {
      for (const { tracking } of cores.all()) if (await tracking.calls.isTracked(pirepId)) return true;
      return false;
    },
  };
}

function loginOf({ credential }: LoginRequest): string {
  return credential.kind === 'password' ? credential.login.trim().toLowerCase() : '';
}

/** Calls whose first argument is the session of a pilot. */
function sessionCalls(ofPilot: (pilotId: string) => Calls): Pick<Calls, SessionCall> {
  const calls = namesWith(callTable, 'whose', 'session').map((name) => [
    name,
    (session: Session, ...rest: never[]) => (ofPilot(session.pilot.id)[name] as OfSession)(session, ...rest),
  ]);
  return Object.fromEntries(calls) as Pick<Calls, SessionCall>;
}

function deskCalls(base: DeskCalls, ofPilot: (pilotId: string) => Calls): DeskCalls {
  const bySession = namesWith(deskCallTable, 'whose', 'session').map((name) => {
    const call: OfSession = (session, ...rest) => (ofPilot(session.pilot.id).desk[name] as OfSession)(session, ...rest);
    return [name, call] as const;
  });
  return { ...base, ...(Object.fromEntries(bySession) as Partial<DeskCalls>) };
}
