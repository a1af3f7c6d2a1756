import { Refusal } from '../../../tracking/refusals.ts';

/** Returns the number of a rule set in an address or a form. @throws Refusal `not-found` */
export function readNumber(given: unknown): number {
  if (typeof given === 'string' && /^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new Refusal('not-found', { message: 'There is no such rule set.' });
}
