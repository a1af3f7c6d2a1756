import { type StaffRole, staffRoles } from '../../test/web-world.ts';
import type { Rule } from './rules.ts';

/** Every kind of caller. Each sends what it has, in every place where it could be taken for something else. */
export const callerNames = [
  'nobody',
  'a wrong token',
  'an ended session',
  'a suspended pilot',
  'a pilot who left',
  'a pilot',
  'a pilot without the token of the form',
  'a pilot with another token of a form',
  'a pilot sent by another site',
  'a key of a pilot',
  'a former key of a pilot',
  'the key of a suspended pilot',
  'a program that reads flights',
  'a program that reads pireps',
  'a program that reads pilots',
  'a program that reads changes',
  'a program whose key was revoked',
  'an owner who signed out',
  'staff that was removed',
  'an owner without the token of the form',
  'an owner with another token of a form',
  'an owner sent by another site',
  'an owner framed by another site',
  'an owner',
  'staff with the role operator',
  'staff with the role reviewer',
  'staff with the role editor',
  'staff without the second factor',
] as const;
export type CallerName = (typeof callerNames)[number];

/** `in`: the call is made, whatever comes of it. `401`, `403`: refused so. `sign-in`: sent to the page for that. */
export type Outcome = 'in' | '401' | '403' | 'sign-in' | 'nothing';

const owners: readonly CallerName[] = callerNames.filter((name) => /^an owner(?! who)/.test(name));
const pilots: readonly CallerName[] = callerNames.filter((name) => /^a pilot(?! who)/.test(name));
const elsewhere: readonly CallerName[] = [
  'a pilot sent by another site',
  'an owner sent by another site',
  'an owner framed by another site',
];
/** They send no key that the API for other programs could take for one. */
const keyless: readonly CallerName[] = callerNames.filter((name) => /^(?:nobody|an owner|staff)/.test(name));

/** The role of a caller who is signed in; null for everybody else. */
export function roleOf(caller: CallerName): StaffRole | null {
  if (owners.includes(caller)) return 'owner';
  return staffRoles.names.find((role) => caller === `staff with the role ${role}`) ?? null;
}

/** What a caller must meet at a route with this rule. @param url - of the route: which roles may use it is in the table of the pages */
export function expected(rule: Rule, caller: CallerName, url: string): Outcome {
  const role = roleOf(caller);
  const isIncluded = role !== null && staffRoles.mayUse([role], url);
  if (caller === 'staff without the second factor' && /^arrived/.test(rule)) return 'in';
  switch (rule) {
    case 'everybody':
      return 'in';
    case 'credentials':
    case 'nothing here':
      return 'nothing';
    case 'session':
      return pilots.includes(caller) ? 'in' : '401';
    case 'pilot key':
      return caller === 'a key of a pilot' ? 'in' : '401';
    case 'arrived page':
    case 'operator page':
      return role === null ? 'sign-in' : isIncluded ? 'in' : '403';
    case 'arrived form':
    case 'operator form':
      if (role === null) return '401';
      return isIncluded && (role !== 'owner' || caller === 'an owner') ? 'in' : '403';
    case 'pilot page':
      return pilots.includes(caller) ? 'in' : 'sign-in';
    case 'pilot form':
      return !pilots.includes(caller) ? '401' : caller === 'a pilot' ? 'in' : '403';
    case 'own form':
      return elsewhere.includes(caller) ? '403' : 'in';
    case 'program':
      return keyless.includes(caller) || isProgram(caller) ? 'in' : '401';
    default:
      return !isProgram(caller)
        ? '401'
        : rule === `scope ${caller.replace('a program that reads ', '')}`
          ? 'in'
          : '403';
  }
}

const isProgram = (caller: CallerName) => caller.startsWith('a program that reads');
