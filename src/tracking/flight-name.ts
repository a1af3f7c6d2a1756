import type { Plan } from './model.ts';

/** What a flight is called on every page, map and list: its callsign (`DMO204`), else the crew center's own ident. */
export function flightName({ callsign, ident }: Pick<Plan, 'callsign' | 'ident'>): string {
  return callsign ?? ident;
}
