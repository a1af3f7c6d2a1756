import type { Desk, NotOffered, PilotDesk } from '../platform/desk.ts';
import type { DeskCall } from './desk-model.ts';
import type { KeptTrack } from './kept-track.ts';
import { Refusal } from './refusals.ts';

/** A session, as far as the desk needs to know it. */
interface OfPilot {
  readonly pilot: { readonly id: string };
}

type Rest<F> = F extends (pilotId: string, ...rest: infer A) => infer R ? (session: OfPilot, ...rest: A) => R : never;

/** The calls of the desk as a contract makes them: for the pilot of a session. */
export type DeskCalls = {
  readonly [C in Exclude<DeskCall, 'listAirlines' | 'news'>]: Rest<PilotDesk[C]>;
} & Pick<PilotDesk, 'listAirlines' | 'news'> & {
    /** Whether the crew center has this call; what it has not is refused as `not-offered`, with its reason. */
    offers(call: DeskCall): boolean;
  };

/** The method of the desk.
 * @throws Refusal `not-offered` with the crew center's reason */
export function offered<C extends DeskCall>(desk: Desk, call: C): PilotDesk[C] {
  const method: PilotDesk[C] | NotOffered = desk[call];
  if (typeof method === 'function') return method as PilotDesk[C];
  throw new Refusal('not-offered', { message: (method as NotOffered).notOffered });
}

/** The desk of this crew center for the pilots of sessions. A PIREP without a track of the host's has the one kept here. */
export function deskOf(desk: Desk, kept: Pick<KeptTrack, 'read'>): DeskCalls {
  return {
    offers: (call) => typeof desk[call] === 'function',
    searchSchedules: async ({ pilot }, ...rest) => offered(desk, 'searchSchedules')(pilot.id, ...rest),
    book: async ({ pilot }, wanted) => offered(desk, 'book')(pilot.id, wanted),
    unbook: async ({ pilot }, bidId) => offered(desk, 'unbook')(pilot.id, bidId),
    chooseAircraft: async ({ pilot }, ...rest) => offered(desk, 'chooseAircraft')(pilot.id, ...rest),
    charter: async ({ pilot }, charter) => offered(desk, 'charter')(pilot.id, charter),
    listPireps: async ({ pilot }, ...rest) => offered(desk, 'listPireps')(pilot.id, ...rest),
    readPirep: async ({ pilot }, pirepId) => {
      const pirep = await offered(desk, 'readPirep')(pilot.id, pirepId);
      if (pirep === null || pirep.track.length > 0) return pirep;
      return { ...pirep, track: await kept.read(pilot.id, pirepId) };
    },
    latestPirep: async ({ pilot }) => offered(desk, 'latestPirep')(pilot.id),
    statistics: async ({ pilot }) => offered(desk, 'statistics')(pilot.id),
    profile: async ({ pilot }) => offered(desk, 'profile')(pilot.id),
    listAirports: async ({ pilot }) => offered(desk, 'listAirports')(pilot.id),
    listFleet: async ({ pilot }) => offered(desk, 'listFleet')(pilot.id),
    listAirlines: async () => offered(desk, 'listAirlines')(),
    news: async (limit) => offered(desk, 'news')(limit),
  };
}
