import type { Peer } from '../peer.ts';
import { journalMethods } from '../whole-journal.ts';
import { operatorMethods } from '../whole-operator.ts';
import type { Core, Cores } from './cores.ts';

type Method = (...args: readonly unknown[]) => unknown;

/** The cores of this server, asked in the way in which servers ask each other. */
export function coresAsMembers(cores: Cores): { peers(): readonly Pick<Peer, 'call'>[] } {
  return { peers: () => cores.all().map((core) => ({ call: async (name, args) => methodOf(core, name)(...args) })) };
}

function methodOf({ tracking, journal }: Core, name: string): Method {
  if (name === 'exportPilot') return (ident) => textOf(tracking.operator.exportPilot(String(ident)));
  // The audit log belongs to no partition.
  if (name === 'journal.listAudit') return () => [];
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
