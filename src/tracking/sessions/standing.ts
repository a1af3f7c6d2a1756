import type { Standing } from '../model.ts';
import { Refusal } from '../refusals.ts';

export function mayFly(standing: Standing): standing is 'active' | 'on-leave' {
  return standing === 'active' || standing === 'on-leave';
}

const reasons: Readonly<Record<Exclude<Standing, 'active' | 'on-leave'>, string>> = {
  pending: 'Your application to this crew center is still pending.',
  rejected: 'Your application to this crew center was rejected.',
  suspended: 'You are suspended at this crew center.',
  deleted: 'You have left this crew center.',
};

/** @throws Refusal `pilot-not-allowed` with the reason */
export function requireMayFly(standing: Standing): void {
  if (!mayFly(standing)) throw new Refusal('pilot-not-allowed', { message: reasons[standing] });
}
