import { movingNow } from '../http/elsewhere.ts';
import type { Journal, KnownPilot, PilotTraces } from '../journal/journal.ts';
import { partitionOf } from '../journal/partition.ts';
import { type NamesWith, namesWith } from '../lib/table.ts';
import { digest } from '../lib/tokens.ts';
import { noFurtherNames, tracesOf, unlessUnknown } from '../tracking/calls/operator/privacy.ts';
import type { OperatorCalls } from '../tracking/operator-calls.ts';
import { operatorTable } from '../tracking/operator-table.ts';
import { isRefusal } from '../tracking/refusals.ts';
import { Scrubbing } from '../tracking/sweep/scrubbing.ts';
import type { Asked, Colleague, Members } from './members.ts';
import { askPart, type PartCalls } from './peer-calls.ts';

type CallOfAll = NamesWith<typeof operatorTable, 'asks', 'all'>;
type CallOfOwner = Exclude<NamesWith<typeof operatorTable, 'asks', 'owner'>, 'exportPilot'>;
type Call = CallOfAll | CallOfOwner;
type Result<Name extends Call> = Awaited<ReturnType<PartCalls[Name]>>;

/** What is made of the answers of all. */
type Joins = {
  readonly [Name in CallOfAll]: (
    answers: readonly Result<Name>[],
    ...args: Parameters<OperatorCalls[Name]>
  ) => Result<Name>;
};

const joins: Joins = {
  listFlights: (views, { limit }) =>
    views
      .flat()
      .toSorted((a, b) => b.flight.startedAt - a.flight.startedAt)
      .slice(0, limit),
  pageFlights: (pages, { limit }) => joinPages(pages, limit),
  readFlight: (views) => views.find((view) => view !== null) ?? null,
  listSessions: (sessions) => sessions.flat().toSorted((a, b) => a.createdAt - b.createdAt),
  endSessions: (counts) => counts.reduce((sum, count) => sum + count, 0),
  listOutbox: (entries) => entries.flat(),
};

/** Erases what this server has of a pilot whose flights another one has. Returns whether its traces are overwritten. */
type EraseOwn = (traces: PilotTraces) => Promise<boolean>;
type ErasingJournal = Pick<Journal, 'erasePilot' | 'readNote' | 'saveNote' | 'scrub'>;

/**
 * The operator's calls over all servers. A server that does not answer makes them fail, rather than leave something out.
 * @param isWhole - whether somebody answers for each partition: else nobody may say that there is no such flight or pilot
 */
export function wholeOperator(
  own: OperatorCalls,
  members: Asked,
  eraseOwn: EraseOwn,
  isWhole: () => boolean = () => true,
): OperatorCalls {
  const { ofAll, ofOwner } = createAsks(own, members, isWhole);
  return {
    ...ofAll,
    ...ofOwner,
    exportPilot: (ident, there) => exportPilot(own, members, isWhole, { ident, there }),
    async erasePilot(actor, ident, also = noFurtherNames) {
      const pilot = await unlessUnknown(ofOwner.findErasable(ident), also);
      // One of whom no server has a flight or a session.
      if (pilot === also.pilot) return own.erasePilot(actor, ident, also);
      // What this server heard of the pilot's flights. The owner is last: without its part the pilot is found no more.
      const isScrubbed = await eraseOwn(tracesOf(pilot, also, digest));
      const erased = await ofOwner.erasePilot(actor, ident, also);
      return { ...erased, isScrubbed: isScrubbed && erased.isScrubbed };
    },
  };
}

/** The operator's calls over this server and its peers. While a partition moves, nothing is said to be unknown or ended. */
export function operatorOver(members: Members, own: OperatorCalls, journal: ErasingJournal): OperatorCalls {
  const eraseOwn: EraseOwn = (traces) => new Scrubbing(journal).after(() => journal.erasePilot(traces));
  const whole = wholeOperator(own, members, eraseOwn, () => members.isWhole());
  return { ...whole, endSessions: endSessionsOver(members, own.endSessions) };
}

/**
 * Ends sessions at the server that has them: while a partition moves, nobody may say that its sessions are ended.
 * @param endOwn - those of this server
 */
function endSessionsOver(members: Members, endOwn: OperatorCalls['endSessions']): OperatorCalls['endSessions'] {
  return async (actor, pilotId, sessionId) => {
    const args = [actor, pilotId, ...(sessionId === undefined ? [] : [sessionId])] as const;
    if (pilotId !== null) {
      const holder = members.holderOf(partitionOf(pilotId));
      if (holder === null) throw movingNow();
      return holder === 'here' ? endOwn(...args) : askPart(holder, 'endSessions', ...args);
    }
    if (!members.isWhole()) throw movingNow();
    const counts = await Promise.all([
      endOwn(...args),
      ...members.peers().map((peer) => askPart(peer, 'endSessions', ...args)),
    ]);
    if (!members.isWhole()) throw movingNow();
    return joins.endSessions(counts, ...args);
  };
}

/** Returns the calls for which all are asked, and those for which the one is found that knows a flight or a pilot. */
function createAsks(own: OperatorCalls, members: Asked, isWhole: () => boolean) {
  const parts = (): readonly Colleague[] => [partOf(own), ...members.peers()];
  const askAll = async <Name extends CallOfAll>(name: Name, args: Parameters<PartCalls[Name]>) => {
    const answers = await Promise.all(parts().map((part) => askPart(part, name, ...args)));
    return Reflect.apply(joins[name], null, [answers, ...args]) as unknown;
  };
  /** Asks one after the other until one knows the flight. */
  const askOwner = async <Name extends CallOfOwner>(name: Name, args: Parameters<PartCalls[Name]>) => {
    let unknown: unknown;
    for (const part of parts()) {
      try {
        return await askPart(part, name, ...args);
      } catch (error) {
        if (!isRefusal(error, 'flight-not-found') && !isRefusal(error, 'not-found')) throw error;
        unknown = error;
      }
    }
    throw isWhole() ? unknown : movingNow();
  };
  const callsOf = <Name extends Call>(
    names: readonly Name[],
    ask: (name: Name, args: Parameters<PartCalls[Name]>) => Promise<unknown>,
  ) =>
    Object.fromEntries(
      names.map((name) => [name, (...args: Parameters<PartCalls[Name]>) => ask(name, args)]),
    ) as unknown as Pick<OperatorCalls, Name>;
  return {
    ofAll: callsOf(namesWith(operatorTable, 'asks', 'all'), askAll),
    ofOwner: callsOf(
      namesWith(operatorTable, 'asks', 'owner').filter((name) => name !== 'exportPilot'),
      askOwner,
    ),
  };
}

function partOf(own: OperatorCalls): Colleague {
  return { call: async (name, args) => (own[name as Call] as (...given: readonly unknown[]) => unknown)(...args) };
}

/** Joins pages that begin at one place: up to the number that every server has read. */
function joinPages(pages: readonly Result<'pageFlights'>[], limit: number): Result<'pageFlights'> {
  const ends = pages.map(({ next }) => next).filter((next) => next !== null);
  const end = ends.length === 0 ? null : Math.max(...ends);
  const flights = pages
    .flatMap((page) => page.flights)
    .filter(({ flight }) => end === null || flight.number >= end)
    .toSorted((a, b) => b.flight.number - a.flight.number);
  const last = flights[limit - 1];
  if (last === undefined || flights.length === limit) return { flights, next: end };
  return { flights: flights.slice(0, limit), next: last.flight.number };
}

async function exportPilot(
  own: OperatorCalls,
  members: Asked,
  isWhole: () => boolean,
  { ident, there }: { readonly ident: string; readonly there: KnownPilot | undefined },
): Promise<AsyncIterable<string>> {
  try {
    return await own.exportPilot(ident);
  } catch (error) {
    if (!isRefusal(error, 'not-found')) throw error;
    for (const peer of members.peers()) {
      const text = await askPart(peer, 'exportPilot', ident).catch((other: unknown) => {
        if (isRefusal(other, 'not-found')) return null;
        throw other;
      });
      if (text !== null) return pieces(text);
    }
    if (!isWhole()) throw movingNow();
    // Only now: a server that has the flights has the notes, too.
    return own.exportPilot(ident, there);
  }
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text;
}
