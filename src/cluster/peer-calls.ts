import type { Journal } from '../journal/journal.ts';
import { journalTable } from '../journal/journal-table.ts';
import type { Clock } from '../lib/clock.ts';
import { type NamesWith, namesWith } from '../lib/table.ts';
import { callTable } from '../tracking/call-table.ts';
import type { Calls } from '../tracking/calls.ts';
import type { OperatorCalls } from '../tracking/operator-calls.ts';
import { operatorTable } from '../tracking/operator-table.ts';
import type { ForPeers, Tracking } from '../tracking/running.ts';
import type { BoardNews, FlightBoard } from './flight-board.ts';
import { type Colleague, heldHere, type Members } from './members.ts';

type JournalRead = NamesWith<typeof journalTable, 'of', 'any'>;
type OperatorCall = NamesWith<typeof operatorTable, 'crosses', 'plainly'>;
type ClientCall = NamesWith<typeof callTable, 'crosses', true>;

/** What a core, or all cores of a server, answer of their own flights to those who ask several. */
export interface PartCalls extends Pick<OperatorCalls, OperatorCall>, JournalReads {
  /** The pieces of the document as one text. */
  exportPilot(ident: string): Promise<string>;
}

type JournalReads = { readonly [Name in JournalRead as `journal.${Name}`]: Journal[Name] };

/** What a server answers its peers, for its own flights alone. */
export interface PeerCalls extends PartCalls, Pick<Calls, ClientCall>, ForPeers {
  /** What the clock of its machine says, uncorrected. */
  clockNow(): number;
  /** The partitions that this server holds now. */
  heldPartitions(): readonly number[];
  /** @param since - what the peer got last; null the first time */
  flightNews(since: Parameters<FlightBoard['news']>[0]): BoardNews;
}

/** Asks another part for what it has of its own. @throws Refusal that it threw; `shutting-down` while nobody answers there */
export async function askPart<Name extends keyof PeerCalls>(
  part: Colleague,
  name: Name,
  ...args: Parameters<PeerCalls[Name]>
): Promise<Awaited<ReturnType<PeerCalls[Name]>>> {
  return (await part.call(name, args)) as Awaited<ReturnType<PeerCalls[Name]>>;
}

/** The part of a core, or of all cores of a server. */
export function partCalls({ operator }: Pick<Tracking, 'operator'>, journal: Journal): PartCalls {
  const reads = namesWith(journalTable, 'of', 'any').map((name) => [`journal.${name}`, journal[name].bind(journal)]);
  return {
    ...pick(operator, namesWith(operatorTable, 'crosses', 'plainly')),
    ...(Object.fromEntries(reads) as JournalReads),
    async exportPilot(ident) {
      let text = '';
      for await (const piece of await operator.exportPilot(ident)) text += piece;
      return text;
    },
  };
}

interface OfServer {
  readonly board: Pick<FlightBoard, 'news'>;
  readonly machine: Pick<Clock, 'now'>;
  readonly members: Pick<Members, 'holderOf'>;
}

/** What this server answers its peers. */
export function peerCalls(own: Tracking, journal: Journal, { board, machine, members }: OfServer): PeerCalls {
  return {
    ...partCalls(own, journal),
    ...pick(own.calls, namesWith(callTable, 'crosses', true)),
    ...own.forPeers,
    clockNow: () => machine.now(),
    heldPartitions: () => heldHere(members),
    flightNews: (since) => board.news(since),
  };
}

function pick<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;
}
