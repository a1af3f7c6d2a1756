import type { RefusalCode } from '../../../tracking/refusals.ts';
import { bodyAs, type SessionRoute, type WireRequest } from '../../contract.ts';
import { pirepParams } from '../path-params.ts';

/** The PIREP that the path names. */
export function pirepRoute({ params }: Pick<WireRequest, 'params'>): { readonly pirepId: string } {
  return { pirepId: String(bodyAs(pirepParams, params).id) };
}

const refusals: readonly RefusalCode[] = [
  'flight-not-found',
  'flight-filing',
  'flight-filed',
  'flight-ended',
  'flight-elsewhere',
  'journal-full',
];

/** What calls have in common that report of one PIREP. An open flight continues while the module is switched off. */
export const reporting = {
  method: 'POST',
  access: 'session',
  params: pirepParams,
  query: null,
  refusals,
  bodyLimit: 'normal',
  servesWhenDisabled: true,
} as const;

/** The same call by several methods, as phpVMS routes it. */
export function byMethods(methods: readonly SessionRoute['method'][], route: Omit<SessionRoute, 'method'>) {
  return methods.map((method): SessionRoute => ({ ...route, method }));
}
