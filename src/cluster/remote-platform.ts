import type { Desk, NotOffered } from '../platform/desk.ts';
import type { Capabilities, LiveRow, PhaseRow, Platform } from '../platform/port.ts';
import { type DeskCall, deskCalls } from '../tracking/desk-model.ts';
import { isRefusal, Refusal } from '../tracking/refusals.ts';
import type { PeerMethods } from './door.ts';
import type { Peer } from './peer.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

const portMethods = [
  'readSettings',
  'authenticate',
  'findPilotId',
  'authenticateKey',
  'readPilots',
  'listBids',
  'latestBid',
  'planFreeFlight',
  'findAircraft',
  'findAirport',
  'openPirep',
  'findPirep',
  'updatePirep',
  'changeAircraft',
  'suspendPirep',
  'filePirep',
  'cancelPirep',
  'deliverLive',
  'deliverTrack',
] as const satisfies readonly (keyof Platform)[];

const papersMethods = ['comment', 'listComments', 'replaceRoute', 'listRoute'] as const;

/** What a crew center is capable of, for a server that reaches it through another one. */
interface Face {
  readonly capabilities: Capabilities;
  readonly desk: Readonly<Record<DeskCall, NotOffered | 'offered'>>;
  readonly hasPapers: boolean;
  readonly checksFiled: boolean;
  readonly takesPhases: boolean;
}

/** The calls of the port for servers that cannot open the crew center themselves: its database is of this one alone. */
export function platformMethods(platform: Platform): PeerMethods {
  const of = (owner: object, name: string) => (Reflect.get(owner, name) as Method).bind(owner);
  const { desk, papers } = platform;
  const offeredCalls = deskCalls.filter((call) => typeof desk[call] === 'function');
  const further = (['checkFiled', 'deliverPhases'] as const).filter((name) => platform[name] !== undefined);
  const ofPort = [...portMethods, ...further];
  return {
    ...Object.fromEntries(ofPort.map((name) => [`platform.${name}`, of(platform, name)])),
    ...Object.fromEntries(offeredCalls.map((call) => [`platform.desk.${call}`, of(desk, call)])),
    ...(papers && Object.fromEntries(papersMethods.map((name) => [`platform.papers.${name}`, of(papers, name)]))),
    'platform.face': (): Face => ({
      capabilities: platform.capabilities,
      desk: Object.fromEntries(
        deskCalls.map((call) => [call, typeof desk[call] === 'function' ? 'offered' : desk[call]]),
      ) as Face['desk'],
      hasPapers: papers !== undefined,
      checksFiled: platform.checkFiled !== undefined,
      takesPhases: platform.deliverPhases !== undefined,
    }),
  };
}

/** Opens the crew center of another server. @throws Refusal `crew-center-unavailable` while that server does not answer */
export async function openRemotePlatform(peer: Peer): Promise<Platform> {
  const call = (name: string) => {
    return (...args: readonly unknown[]) => peer.call(`platform.${name}`, args).catch(asUnavailable);
  };
  const face = (await call('face')()) as Face;
  const methods = Object.fromEntries(portMethods.map((name) => [name, call(name)]));
  const desk = deskCalls.map((name) => [name, face.desk[name] === 'offered' ? call(`desk.${name}`) : face.desk[name]]);
  const papers = Object.fromEntries(papersMethods.map((name) => [name, call(`papers.${name}`)]));
  return {
    ...methods,
    capabilities: face.capabilities,
    desk: Object.fromEntries(desk) as unknown as Desk,
    ...(face.hasPapers ? { papers } : {}),
    ...(face.checksFiled ? { checkFiled: call('checkFiled') } : {}),
    ...(face.takesPhases
      ? { deliverLive: (rows: readonly LiveRow[]) => call('deliverPhases')(rows.map(phaseRow)) }
      : {}),
    close: async () => undefined,
  } as unknown as Platform;
}

function phaseRow({ flight: { pirepId, pilotId }, phase }: LiveRow): PhaseRow {
  return { flight: { pirepId, pilotId }, phase };
}

function asUnavailable(error: unknown): never {
  if (!isRefusal(error, 'shutting-down')) throw error;
  throw new Refusal('crew-center-unavailable', {
    message: 'The process that has the crew center does not answer at the moment. Try again in a moment.',
    retryAfterS: 2,
  });
}
