import { movingNow } from '../http/elsewhere.ts';
import type { Journal } from '../journal/journal.ts';
import type { PilotTraces } from '../journal/pilot-traces.ts';
import { namesWith } from '../lib/names-with.ts';
import { digest } from '../lib/tokens.ts';
import { noFurtherNames, tracesOf, unlessUnknown } from '../tracking/calls/operator/privacy.ts';
import type { OperatorCalls } from '../tracking/operator-calls.ts';
import { operatorTable } from '../tracking/operator-table.ts';
import { isRefusal, Refusal } from '../tracking/refusals.ts';
import { Scrubbing } from '../tracking/sweep/scrubbing.ts';
import type { Asked, Members } from './members.ts';
import { partitionOf } from './partition.ts';

/** The operator's calls that a peer answers for its own flights. */
export const operatorMethods = namesWith(operatorTable, 'crosses', 'plainly');

/** Erases what this server has of a pilot whose flights another one has. Returns whether its traces are overwritten. */
type EraseOwn = (traces: PilotTraces) => Promise<boolean>;
type ErasingJournal = Pick<Journal, 'erasePilot' | 'readNote' | 'saveNote' | 'scrub'>;

type Method = (typeof operatorMethods)[number];
type Result<M extends Method> = Awaited<ReturnType<OperatorCalls[M]>>;

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
  const { askAll, askOwner } = createAsks(own, members, isWhole);
  return {
    async listFlights(filter) {
      const views = (await askAll('listFlights', filter)).flat();
      return views.toSorted((a, b) => b.flight.startedAt - a.flight.startedAt).slice(0, filter.limit);
    },
    pageFlights: async (request) => joinPages(await askAll('pageFlights', request), request.limit),
    readFlight: async (id) => (await askAll('readFlight', id)).find((view) => view !== null) ?? null,
    releaseFlight: (...args) => askOwner('releaseFlight', ...args),
    finishFlight: (...args) => askOwner('finishFlight', ...args),
    cancelFlight: (...args) => askOwner('cancelFlight', ...args),
    async listSessions() {
      return (await askAll('listSessions')).flat().toSorted((a, b) => a.createdAt - b.createdAt);
    },
    async endSessions(...args) {
      return (await askAll('endSessions', ...args)).reduce((sum, count) => sum + count, 0);
    },
    exportPilot: (ident) => exportPilot(own, members, ident),
    findErasable: (...args) => askOwner('findErasable', ...args),
    async erasePilot(actor, ident, also = noFurtherNames) {
      const pilot = await unlessUnknown(askOwner('findErasable', ident), also);
      // One of whom no server has a flight or a session.
      if (pilot === also.pilot) return own.erasePilot(actor, ident, also);
      // What this server heard of the pilot's flights. The owner is last: without its part the pilot is found no more.
      const isScrubbed = await eraseOwn(tracesOf(pilot, also, digest));
      const erased = await askOwner('erasePilot', actor, ident, also);
      return { ...erased, isScrubbed: isScrubbed && erased.isScrubbed };
    },
    listOutbox: async () => (await askAll('listOutbox')).flat(),
    retryOutbox: (...args) => askOwner('retryOutbox', ...args),
    setAside: (...args) => askOwner('setAside', ...args),
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
  return async (actor, pilotId) => {
    const args = [actor, pilotId] as const;
    if (pilotId !== null) {
      const holder = members.holderOf(partitionOf(pilotId));
      if (holder === null) throw movingNow();
      return holder === 'here' ? endOwn(...args) : ((await holder.call('endSessions', args)) as number);
    }
    if (!members.isWhole()) throw movingNow();
    const counts = await Promise.all([
      endOwn(...args),
      ...members.peers().map(async (peer) => (await peer.call('endSessions', args)) as number),
    ]);
    if (!members.isWhole()) throw movingNow();
    return counts.reduce((sum, count) => sum + count, 0);
  };
}

function callOwn<M extends Method>(own: OperatorCalls, method: M, args: readonly unknown[]): Promise<unknown> {
  return (own[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
}

/** Returns how all servers are asked, and how the one is found that knows a flight or a pilot. */
function createAsks(own: OperatorCalls, members: Asked, isWhole: () => boolean) {
  const askAll = <M extends Method>(method: M, ...args: Parameters<OperatorCalls[M]>): Promise<Result<M>[]> =>
    Promise.all([callOwn(own, method, args), ...members.peers().map((peer) => peer.call(method, args))] as Promise<
      Result<M>
    >[]);
  /** Asks one after the other until one knows the flight. */
  const askOwner = async <M extends Method>(method: M, ...args: Parameters<OperatorCalls[M]>): Promise<Result<M>> => {
    const asks = [() => callOwn(own, method, args), ...members.peers().map((peer) => () => peer.call(method, args))];
    let unknown: unknown;
    for (const ask of asks) {
      try {
        return (await ask()) as Result<M>;
      } catch (error) {
        if (!isRefusal(error, 'flight-not-found') && !isRefusal(error, 'not-found')) throw error;
        unknown = error;
      }
    }
    throw isWhole() ? unknown : movingNow();
  };
  return { askAll, askOwner };
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

async function exportPilot(own: OperatorCalls, members: Asked, ident: string): Promise<AsyncIterable<string>> {
  try {
    return await own.exportPilot(ident);
  } catch (error) {
    if (!isRefusal(error, 'not-found')) throw error;
    for (const peer of members.peers()) {
      const text = await peer.call('exportPilot', [ident]).catch((other: unknown) => {
        if (other instanceof Refusal && other.code === 'not-found') return null;
        throw other;
      });
      if (text !== null) return pieces(String(text));
    }
    throw error;
  }
}

async function* pieces(text: string): AsyncGenerator<string> {
  yield text;
}
