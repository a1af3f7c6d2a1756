import type { Journal } from '../../journal/journal.ts';

/** How long things are kept; null for ever. */
export interface Retention {
  readonly flightDays: number | null;
  readonly auditDays: number | null;
}

const dayMs = 24 * 3_600_000;

/** Deletes ended flights and audit entries that are older than they are kept. */
export async function forgetOld(
  journal: Pick<Journal, 'forget'>,
  { flightDays, auditDays }: Retention,
  now: number,
): Promise<void> {
  if (flightDays === null && auditDays === null) return;
  const before = (days: number | null) => (days === null ? null : now - days * dayMs);
  await journal.forget({ flights: before(flightDays), audit: before(auditDays) });
}
