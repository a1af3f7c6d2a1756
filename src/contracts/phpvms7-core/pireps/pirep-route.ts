import { Type } from 'typebox';
import type { RefusalCode } from '../../../tracking/refusals.ts';
import { bodyAs, type SessionRoute, type WireRequest } from '../../contract.ts';
import { requiredId } from '../../fields.ts';

/** Path of one PIREP. */
export const pirepParams = Type.Object({ id: requiredId('Id of the PIREP, as `prefile` returned it') });

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
