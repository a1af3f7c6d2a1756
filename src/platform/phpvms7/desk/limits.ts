import type { PageRequest } from '../../../tracking/desk-model.ts';

/** The values of `LIMIT ? OFFSET ?`: as text, because MySQL 8 takes no floating-point number there, which is what the driver sends. */
export function limitsOf({ page, perPage }: PageRequest): readonly [string, string] {
  return [String(perPage), String((page - 1) * perPage)];
}
