import type { Desk, DeskCall, NotOffered, PilotDesk } from '../platform/desk.ts';
import type { HostApiCall, OwnApiAnswer, OwnedPirep } from '../platform/own-api.ts';
import type { PirepPapers } from '../platform/papers.ts';
import type { PilotProfile } from './desk-model.ts';
import type { Pilot } from './model.ts';
import { Refusal } from './refusals.ts';

/** The part of a session that the desk uses. */
interface OfPilot {
  readonly pilot: { readonly id: string };
}

type Rest<F> = F extends (pilotId: string, ...rest: infer A) => infer R ? (session: OfPilot, ...rest: A) => R : never;

/** Where a pilot is, and whether on leave. */
export type PilotPlaces = Pick<Pilot, 'homeAirport' | 'currentAirport' | 'standing'>;

/** The calls of the desk as a contract makes them: for the pilot of a session. */
export type DeskCalls = {
  readonly [C in Exclude<DeskCall, 'profile' | 'listAirlines' | 'news'>]: Rest<PilotDesk[C]>;
} & Pick<PilotDesk, 'listAirlines' | 'news'> & {
    /** The profile, and where the pilot is. @throws Refusal `not-found` */
    profile(session: OfPilot): Promise<PilotProfile & PilotPlaces>;
    /**
     * Comments, custom fields and routes of this pilot's PIREPs.
     * @throws Refusal `not-offered` where the crew center takes none
     */
    papers(session: OfPilot): PilotPapers;
    /** Whether the crew center offers this call; otherwise it is refused as `not-offered`, with the reason. */
    offers(call: DeskCall): boolean;
    /**
     * Asks the crew center's own API, if it has one that speaks this contract, as the pilot of a session or as nobody.
     * @returns its answer, yes or no; null where it has none
     * @throws Refusal as `OwnApi.ask`
     */
    askHost(contract: string, session: OfPilot | null, call: HostApiCall): Promise<OwnApiAnswer | null>;
    /**
     * The PIREP that the crew center takes this id for, and whose it is; null for none.
     * @throws Refusal `crew-center-unavailable`; `not-offered` where it has no API that speaks this contract
     */
    findHostPirep(contract: string, id: string): Promise<OwnedPirep | null>;
  };

type OfOne<F> = F extends (pilotId: string, ...rest: infer A) => infer R ? (...rest: A) => R : never;
/** The papers of one pilot. */
export type PilotPapers = { readonly [M in keyof PirepPapers]: OfOne<PirepPapers[M]> };

export function papersOf(papers: PirepPapers | undefined, { pilot }: OfPilot): PilotPapers {
  if (papers === undefined)
    throw new Refusal('not-offered', { message: 'This crew center takes no comments and routes from clients.' });
  return {
    comment: (...rest) => papers.comment(pilot.id, ...rest),
    listComments: (...rest) => papers.listComments(pilot.id, ...rest),
    replaceRoute: (...rest) => papers.replaceRoute(pilot.id, ...rest),
    listRoute: (...rest) => papers.listRoute(pilot.id, ...rest),
    addFields: (...rest) => papers.addFields(pilot.id, ...rest),
    listFields: (...rest) => papers.listFields(pilot.id, ...rest),
  };
}

/** Returns the desk's method for this call.
 * @throws Refusal `not-offered` with the crew center's reason */
export function offered<C extends DeskCall>(desk: Desk, call: C): PilotDesk[C] {
  const method: PilotDesk[C] | NotOffered = desk[call];
  if (typeof method === 'function') return method as PilotDesk[C];
  throw new Refusal('not-offered', { message: (method as NotOffered).notOffered });
}
