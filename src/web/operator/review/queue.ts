import { instant } from '../../../lib/lists/list-csv.ts';
import { arrivalOf } from '../../../tracking/figures/arrival.ts';
import { type Flight, flightName, type RuledState } from '../../../tracking/model.ts';
import type { AuditLine, Records } from '../../records.ts';
import type { OperatorList } from '../list-export.ts';
import type { ReviewHost } from './review-host.ts';

/** PIREPs that are looked at for one page, those that wait longest; the page says when there are more. */
export const maxWaiting = 500;
/** Entries of the audit log among which decisions are looked for, the newest. */
const maxAudit = 5_000;

/** A filed flight whose PIREP waits for the staff. */
export interface Waiting {
  readonly flight: Flight;
  readonly filedAt: number;
  /** What the rules want. */
  readonly state: RuledState | null;
  readonly score: number | null;
  readonly markCount: number;
  /** When its pilot was asked for a reason, and by whom; null when nobody did. */
  readonly asked: AuditLine | null;
  /** 0: the rules want it reviewed; 1: it waits for another reason; 2: its pilot was asked. */
  readonly rank: number;
}

/** What waits, as a list: in the order of review, where nothing else is asked for. */
export const reviewQueue: OperatorList<Waiting> = {
  path: 'review',
  words: ({ flight, state }) => {
    const { id, plan, pilot } = flight;
    const who = [id, flightName(plan), plan.ident, pilot.name, pilot.ident, state];
    return [...who, plan.departure.icao, plan.arrival.icao, arrivalOf(flight).icao];
  },
  sorts: {
    review: { title: 'sort.review', by: () => null },
    oldest: { title: 'sort.oldest', by: ({ filedAt }) => filedAt },
    pilot: { title: 'sort.pilot', by: ({ flight }) => flight.pilot.ident },
  },
  columns: {
    flight: ({ flight }) => flightName(flight.plan),
    pilot: ({ flight }) => flight.pilot.ident,
    name: ({ flight }) => flight.pilot.name,
    departure: ({ flight }) => flight.plan.departure.icao,
    arrival: ({ flight }) => arrivalOf(flight).icao,
    rules: ({ state }) => state,
    marks: ({ markCount }) => markCount,
    score: ({ score }) => score,
    asked: ({ asked }) => instant(asked?.at ?? null),
    filed: ({ filedAt }) => instant(filedAt),
    pirep: ({ flight }) => flight.receipt?.pirepId ?? null,
  },
};

type Sources = Pick<Records, 'readFlight' | 'listAudit'>;

/** Returns what waits, in the order of review. Flights that this server does not know wait at the crew center only. */
export async function readQueue(host: ReviewHost, records: Sources): Promise<readonly Waiting[]> {
  const ids = (await host.listPending?.(maxWaiting)) ?? [];
  const audit = await readDecisions(records);
  const flights = await Promise.all(ids.map((pirepId) => records.readFlight({ pirepId })));
  return flights.flatMap((flight) => (flight === null ? [] : (waitingOf(flight, audit) ?? []))).sort(inOrder);
}

/** Returns the flight that is reviewed after this one: the queue begins again at its end. Null when no other one waits. */
export function nextOf(
  queue: readonly Waiting[],
  current: Flight,
  audit: ReadonlyMap<string, AuditLine>,
): Flight | null {
  const others = queue.filter(({ flight }) => flight.id !== current.id);
  const here = waitingOf(current, audit);
  const next = here === null ? undefined : others.find((each) => inOrder(each, here) > 0);
  return (next ?? others[0])?.flight ?? null;
}

/** Returns the newest decision about each PIREP that was made on pages of this server, by the PIREP's id. */
export async function readDecisions(records: Pick<Records, 'listAudit'>): Promise<ReadonlyMap<string, AuditLine>> {
  const lines = await records.listAudit(maxAudit);
  const decisions = lines.filter(({ action }) => /^pirep-(?:accept|reject|ask)$/.test(action));
  return new Map(decisions.toSorted((one, other) => one.at - other.at).map((line) => [line.subject, line]));
}

function waitingOf(flight: Flight, audit: ReadonlyMap<string, AuditLine>): Waiting | null {
  const { receipt } = flight;
  if (receipt === null) return null;
  const { judgement, score } = receipt.pirep;
  const state = judgement?.state ?? null;
  const decision = audit.get(receipt.pirepId);
  const asked = decision?.action === 'pirep-ask' ? decision : null;
  const isWanted = state !== null && state !== 'accept';
  return {
    flight,
    filedAt: receipt.filedAt,
    state,
    score,
    markCount: judgement?.marks.length ?? 0,
    asked,
    rank: asked !== null ? 2 : isWanted ? 0 : 1,
  };
}

function inOrder(one: Waiting, other: Waiting): number {
  return one.rank - other.rank || one.filedAt - other.filedAt || one.flight.number - other.flight.number;
}
