import type { Account } from '../surroundings.ts';

/** The account with this number, as the model of the crew center has it. */
export function accountOf(number: number): Account {
  const id = String(number);
  return { id, login: `pilot${id}@va.example`, password: `password of ${id}`, apiKey: `key-of-pilot-${id}` };
}
