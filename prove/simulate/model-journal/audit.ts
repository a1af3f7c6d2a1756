import type { AuditEntry, AuditPage } from '../../../src/journal/journal.ts';
import type { AuditFilter, AuditPageRequest } from '../../../src/tracking/model.ts';

/** Returns the entries that are meant, with their places in the log, the oldest first. */
export function auditOf(log: readonly AuditEntry[], { words = [], actor, action, since, before }: AuditFilter) {
  const begins = (text: string, begin = '') => text.toLowerCase().startsWith(begin.toLowerCase());
  return log
    .map((entry, place) => ({ entry, place }))
    .filter(({ entry }) => {
      const text = [entry.actor, entry.action, entry.subject, entry.detail].join(' ').toLowerCase();
      const isThen = entry.at >= (since ?? Number.NEGATIVE_INFINITY) && entry.at < (before ?? Number.POSITIVE_INFINITY);
      const isSought = words.every((word) => text.includes(word.toLowerCase()));
      return isThen && isSought && begins(entry.actor, actor) && begins(entry.action, action);
    });
}

export function auditPage(log: readonly AuditEntry[], request: AuditPageRequest): AuditPage {
  const { isOldestFirst = false, offset = 0, after, limit, ...wanted } = request;
  const found = auditOf(log, wanted);
  const ordered = isOldestFirst ? found : found.toReversed();
  const isBeyond = (place: number) => after === undefined || (isOldestFirst ? place > after : place < after);
  const page = ordered.filter(({ place }) => isBeyond(place)).slice(offset, offset + limit);
  const next = page.length < limit ? null : (page.at(-1)?.place ?? null);
  return { entries: page.map(({ entry }) => entry), next };
}
