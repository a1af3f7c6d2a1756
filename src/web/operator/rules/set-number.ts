import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../../tracking/refusals.ts';
import { visitorOf } from '../../visitor/visitor.ts';

/** Returns the number of a rule set in an address or a form. @throws Refusal `not-found` */
export function readNumber(given: unknown, request: FastifyRequest): number {
  if (typeof given === 'string' && /^[1-9]\d{0,8}$/.test(given)) return Number(given);
  throw new Refusal('not-found', { message: visitorOf(request).wording.say('rules.no-such') });
}
