import type { Journal } from '../journal/journal.ts';
import type { LoginRequest } from '../tracking/calls.ts';
import type { Tracking } from '../tracking/running.ts';
import type { PeerMethods } from './door.ts';
import type { FlightBoard } from './flight-board.ts';
import { journalMethods } from './whole-journal.ts';
import { operatorMethods } from './whole-operator.ts';

type Method = (...args: readonly unknown[]) => unknown;

/** What this server answers its peers, for its own flights alone. */
export function peerMethods(own: Tracking, journal: Journal, board: FlightBoard): PeerMethods {
  const { calls, operator, forPeers } = own;
  const ofOperator = operatorMethods.map((name) => [name, operator[name] as Method] as const);
  const ofJournal = journalMethods.map(
    (name) => [`journal.${name}`, (journal[name] as Method).bind(journal) as Method] as const,
  );
  return {
    ...Object.fromEntries([...ofOperator, ...ofJournal]),
    async exportPilot(ident: string) {
      let text = '';
      for await (const piece of await operator.exportPilot(ident)) text += piece;
      return text;
    },
    pilotOf: (tokenHash: string) => forPeers.pilotOf(tokenHash),
    noteLoginFailure: (failure: Parameters<typeof forPeers.noteLoginFailure>[0]) => forPeers.noteLoginFailure(failure),
    flightNews: (since: Parameters<FlightBoard['news']>[0]) => board.news(since),
    login: (request: LoginRequest) => calls.login(request),
    resume: (token: string | null) => calls.resume(token),
  };
}
