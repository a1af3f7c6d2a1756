import type { LoginFailure } from '../../journal/journal.ts';
import type { Tracking } from '../../tracking/running.ts';
import type { Peer } from '../peer.ts';
import { journalMethods } from '../whole-journal.ts';
import { operatorMethods } from '../whole-operator.ts';
import type { Core, Cores } from './cores.ts';

type Method = (...args: readonly unknown[]) => unknown;

/** The cores of this server, asked in the way in which servers ask each other. */
export function coresAsMembers(cores: Cores): { peers(): readonly Pick<Peer, 'call'>[] } {
  return { peers: () => cores.all().map((core) => ({ call: async (name, args) => methodOf(core, name)(...args) })) };
}

/**
 * What counts failed logins in this server: each core, so that the limits of an address are not those of one partition.
 * @param except - partition of the core that counts the failure already; null for the core without flights
 */
export function failureHearers(
  base: Pick<Tracking, 'forPeers'>,
  cores: Cores,
  except: number | null,
): readonly Pick<Peer, 'call'>[] {
  const others = cores.all().filter(({ partition }) => partition !== except);
  const hearing = [...(except === null ? [] : [base]), ...others.map(({ tracking }) => tracking)];
  return hearing.map(({ forPeers }) => ({
    call: async (_name, [failure]) => forPeers.noteLoginFailure(failure as LoginFailure),
  }));
}

function methodOf({ tracking, journal }: Core, name: string): Method {
  if (name === 'exportPilot') return (ident) => textOf(tracking.operator.exportPilot(String(ident)));
  const ofOperator = operatorMethods.find((each) => each === name);
  if (ofOperator !== undefined) return tracking.operator[ofOperator].bind(tracking.operator) as Method;
  const ofJournal = journalMethods.find((each) => `journal.${each}` === name);
  if (ofJournal !== undefined) return journal[ofJournal].bind(journal) as Method;
  throw new Error(`a core has no method ${name}`);
}

async function textOf(pieces: Promise<AsyncIterable<string>>): Promise<string> {
  let text = '';
  for await (const piece of await pieces) text += piece;
  return text;
}
