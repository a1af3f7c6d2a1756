import type { Secret } from '../../lib/secret.ts';
import { digest } from '../../lib/tokens.ts';
import type { Platform } from '../../platform/port.ts';
import type { Calls, LoginRequest, Session } from '../../tracking/calls.ts';
import type { DeskCalls } from '../../tracking/desk.ts';
import { partitionOfToken } from '../tokens.ts';
import type { Cores } from './cores.ts';

type OfSession = (session: { readonly pilot: { readonly id: string } }, ...rest: never[]) => unknown;

/** Calls whose first argument is the session of a pilot. */
const sessionCalls = [
  'logout',
  'listBids',
  'latestBid',
  'start',
  'changeAircraft',
  'readFlight',
  'readReports',
  'report',
  'recordEvents',
  'describe',
  'finish',
  'cancel',
] as const satisfies readonly (keyof Calls)[];

/** Calls of the desk that need no session, or may do without. */
const openDeskCalls: ReadonlySet<string> = new Set(['listAirlines', 'news', 'offers', 'askHost']);

export interface CoreCallNeeds {
  /** Of a core without flights: what needs no pilot. */
  readonly base: Calls;
  readonly cores: Cores;
  readonly platform: Pick<Platform, 'findPilotId' | 'authenticateKey'>;
}

/** The calls of clients, each answered by the core of its pilot's partition. */
export function coreCalls({ base, cores, platform }: CoreCallNeeds): Calls {
  const ofPilot = (pilotId: string) => cores.requireOf(pilotId).tracking.calls;
  const signedIn = (tokenHash: string) => cores.all().find(({ tracking }) => tracking.calls.isSignedIn(tokenHash));
  /** A token without a partition was made by a server that was alone. */
  const ofToken = (token: string | null) => {
    const partition = token === null ? null : partitionOfToken(token);
    const core = partition === null ? token && signedIn(digest(token)) : cores.require(partition);
    return core ? core.tracking.calls : base;
  };
  const bySession = sessionCalls.map((name) => [
    name,
    (session: Session, ...rest: never[]) => (ofPilot(session.pilot.id)[name] as OfSession)(session, ...rest),
  ]);
  return {
    ...base,
    ...(Object.fromEntries(bySession) as Pick<Calls, (typeof sessionCalls)[number]>),
    async login(request) {
      const pilotId = await findPilot(platform, request);
      if (pilotId === null && request.credential.kind === 'api-key') return base.login(request);
      // A name that nobody has is refused by the core that would have it; a key could be anybody's.
      return ofPilot(pilotId ?? loginOf(request)).login(request);
    },
    resume: (token) => ofToken(token).resume(token),
    authenticate: (token) => ofToken(token).authenticate(token),
    authenticateKey(apiKey, address) {
      if (apiKey === null) return base.authenticateKey(apiKey, address);
      const known = signedIn(`key:${digest(apiKey.reveal())}`);
      return known?.tracking.calls.authenticateKey(apiKey, address) ?? ofNewKey(apiKey, address);
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

async function findPilot(platform: CoreCallNeeds['platform'], { credential }: LoginRequest): Promise<string | null> {
  if (credential.kind === 'password') return platform.findPilotId(credential.login);
  return (await platform.authenticateKey(credential.apiKey))?.id ?? null;
}

function loginOf({ credential }: LoginRequest): string {
  return credential.kind === 'password' ? credential.login.trim().toLowerCase() : '';
}

function deskCalls(base: DeskCalls, ofPilot: (pilotId: string) => Calls): DeskCalls {
  const names = Object.keys(base).filter((name) => !openDeskCalls.has(name)) as (keyof DeskCalls)[];
  const bySession = names.map((name) => {
    const call: OfSession = (session, ...rest) => (ofPilot(session.pilot.id).desk[name] as OfSession)(session, ...rest);
    return [name, call] as const;
  });
  return { ...base, ...(Object.fromEntries(bySession) as Partial<DeskCalls>) };
}
