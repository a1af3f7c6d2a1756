import type { Journal } from '../../journal/journal.ts';
import type { Retention } from '../options.ts';

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
