import type { Rule } from './rules.ts';

/** Every kind of caller. Each sends what it has, in every place where it could be taken for something else. */
export const callerNames = [
  'nobody',
  'a wrong token',
  'an ended session',
  'a suspended pilot',
  'a pilot who left',
  'a pilot',
  'a key of a pilot',
  'a former key of a pilot',
  'the key of a suspended pilot',
  'a program that reads flights',
  'a program that reads pireps',
  'a program that reads pilots',
  'a program that reads changes',
  'a program whose key was revoked',
  'an operator who signed out',
  'an operator without the token of the form',
  'an operator with another token of a form',
  'an operator sent by another site',
  'an operator framed by another site',
  'an operator',
] as const;
export type CallerName = (typeof callerNames)[number];

/** `in`: the call is made, whatever comes of it. `401`, `403`: refused so. `sign-in`: sent to the page for that. */
export type Outcome = 'in' | '401' | '403' | 'sign-in' | 'nothing';

const operators: readonly CallerName[] = callerNames.filter((name) => /^an operator(?! who)/.test(name));
const elsewhere: readonly CallerName[] = ['an operator sent by another site', 'an operator framed by another site'];
/** They send no key that the API for other programs could take for one. */
const keyless: readonly CallerName[] = ['nobody', 'an operator who signed out', ...operators];

/** What a caller must meet at a route with this rule. */
export function expected(rule: Rule, caller: CallerName): Outcome {
  switch (rule) {
    case 'everybody':
      return 'in';
    case 'credentials':
    case 'nothing here':
      return 'nothing';
    case 'session':
      return caller === 'a pilot' ? 'in' : '401';
    case 'pilot key':
      return caller === 'a key of a pilot' ? 'in' : '401';
    case 'operator page':
      return operators.includes(caller) ? 'in' : 'sign-in';
    case 'operator form':
      return !operators.includes(caller) ? '401' : caller === 'an operator' ? 'in' : '403';
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
