import type { Opening, ReportRequest, Session } from '../calls.ts';
import type { LiveFlight } from '../flight/live-flight.ts';
import { decide } from '../flight/state.ts';
import type { FlightName, Network } from '../model.ts';
import { endFlight } from '../paperwork/ending.ts';
import type { Turn } from '../sessions/pilot-turns.ts';
import { beginsAgain, isOfAnotherBid, mayBeOfAnother } from './begun-again.ts';
import type { OpeningCore } from './core.ts';
import { findMeant, openMeant } from './meant-flight.ts';
import { refuseStraggler } from './stragglers.ts';

/**
 * Where the contract has no `start`, a report opens the flight of its bid. Returns the flight of the report if it is known
 * and nothing is to be done with it first.
 */
export function knownFlight(
  core: OpeningCore,
  session: Session,
  request: ReportRequest,
  { network }: Opening,
): LiveFlight | undefined {
  const known = certainFlight(core, session.pilot.id, request);
  return known === undefined || networkToName(known, network) !== null ? undefined : known;
}

/** Returns the flight of the report; its first position opens it. Late reports and repeats of an ended flight never open one. */
export async function flightOfReport(
  core: OpeningCore,
  { pilot }: Session,
  request: ReportRequest,
  opening: Opening,
): Promise<LiveFlight> {
  const known = certainFlight(core, pilot.id, request);
  if (known !== undefined) {
    const network = networkToName(known, opening.network);
    if (network !== null) await core.flights.apply(known, { kind: 'network-named', network });
    return known;
  }
  using wait = core.turns.begin(request.holdsWorker);
  const job = core.turns.run(pilot, wait.shared, (turn) => openInTurn(core, turn, request, opening));
  await wait.require(job);
  return await job;
}

/** Returns the open flight to which the report certainly belongs; undefined when that is decided in the pilot's turn. */
function certainFlight({ finder }: OpeningCore, pilotId: string, request: ReportRequest): LiveFlight | undefined {
  const known = finder.underWay(pilotId, request.name);
  const isKnown = known !== undefined && !beginsAgain(known, request.positions) && !mayBeOfAnother(known, request);
  return isKnown ? known : undefined;
}

/** The network of a flight whose `start` could not carry it; null when there is nothing to change. */
function networkToName({ flight, isUnderWay }: LiveFlight, network: Network | null | undefined): Network | null {
  return flight.network === null && isUnderWay ? (network ?? null) : null;
}

/** @throws Refusal for a report of a flight that has ended */
async function openInTurn(
  core: OpeningCore,
  turn: Turn,
  request: ReportRequest,
  opening: Opening,
): Promise<LiveFlight> {
  const belonging = await settleBelonging(core, turn, request);
  if (belonging.live !== null) return belonging.live;
  const { name } = belonging;
  const { live, flight } = await openMeant(core, await findMeant(core, turn, name), { name, opening });
  decide('report', flight);
  if (live === null) throw new Error('a report for an ended flight');
  return live;
}

/** What a report belongs to: an open flight, or a new one with this name. */
type Belonging = { readonly live: LiveFlight } | { readonly live: null; readonly name: FlightName | null };

/**
 * Returns what the report belongs to. When it begins a new flight, the previous one is ended first.
 * @throws Refusal for a straggler or repeat of a flight that has ended
 */
async function settleBelonging(core: OpeningCore, turn: Turn, request: ReportRequest): Promise<Belonging> {
  const { name } = request;
  const live = core.finder.underWay(turn.pilot.id, name);
  if (live === undefined) {
    await refuseStraggler(core, turn.pilot.id, request);
    return { live: null, name };
  }
  const why = await whyOver(core, live, request);
  // It may have been finished while the crew center was asked: then that is why its bid is gone.
  if (!live.isUnderWay) return settleBelonging(core, turn, request);
  if (why === null) return { live };
  await endFlight(core, live, 'abandoned', why);
  // When named by its id, the bid of that flight is flown again.
  const { bidId } = live.flight;
  return { live: null, name: name === null || bidId === null ? name : { bidId } };
}

/** Returns why this report begins a new flight; null when it belongs to the open one. */
async function whyOver({ platform }: OpeningCore, live: LiveFlight, request: ReportRequest): Promise<string | null> {
  if (beginsAgain(live, request.positions)) return 'The same flight was begun again.';
  const isOther = mayBeOfAnother(live, request) && (await isOfAnotherBid(platform, live, request));
  return isOther ? 'Its bid is gone, and another one was begun at its departure.' : null;
}
