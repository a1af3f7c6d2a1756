import type { LoginFailure } from '../../journal/journal.ts';
import type { Tracking } from '../../tracking/running.ts';
import type { Asked, Colleague } from '../members.ts';
import { type PartCalls, partCalls } from '../peer-calls.ts';
import type { Core, Cores } from './cores.ts';

type Method = (...args: readonly unknown[]) => unknown;

/** The cores of this server, asked in the way in which servers ask each other. */
export function coresAsMembers(cores: Pick<Cores, 'all'>): Asked {
  return { peers: () => cores.all().map(asColleague) };
}

function asColleague({ tracking, journal }: Core): Colleague {
  const calls = partCalls(tracking, journal);
  return { call: async (name, args) => (calls[name as keyof PartCalls] as Method)(...args) };
}

/**
 * What counts failed logins in this server: each core, so that the limits of an address are not those of one partition.
 * @param except - partition of the core that counts the failure already; null for the core without flights
 */
export function failureHearers(
  base: Pick<Tracking, 'forPeers'>,
  cores: Pick<Cores, 'all'>,
  except: number | null,
): readonly Colleague[] {
  const others = cores.all().filter(({ partition }) => partition !== except);
  const hearing = [...(except === null ? [] : [base]), ...others.map(({ tracking }) => tracking)];
  return hearing.map(({ forPeers }) => ({
    call: async (name, [failure]) => forPeers[name as 'noteLoginFailure'](failure as LoginFailure),
  }));
}
