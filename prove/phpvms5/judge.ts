import { Script } from 'node:vm';
import type { MysqlRow } from '../../src/lib/mysql.ts';

/** A promise and what was found: `problem` null when it is kept. */
export interface Verdict {
  readonly promise: string;
  readonly problem: string | null;
}

type FeedRow = Readonly<Record<string, unknown>>;

/** The platform's own feed shows the aircraft, in a way that its map can draw. */
export function onMap(feed: readonly FeedRow[], ident: string): string | null {
  const row = feed.find((each) => each.flightnum === ident);
  if (row === undefined) return `no row of ${ident} among ${feed.length}`;
  const heading = Number(row.heading);
  if (!Number.isInteger(heading) || heading < 0 || heading > 359)
    return `heading ${String(row.heading)} has no picture`;
  // 2.1.936 gives no registration.
  if (!row.aircraftname || row.registration === '' || row.registration === null)
    return 'its aircraft is not known to the map';
  if (row.phasedetail !== 'Climbing') return `phase "${String(row.phasedetail)}"`;
  return Number.isFinite(Number(row.lat)) && Number.isFinite(Number(row.lng)) ? null : 'it has no place';
}

export function offMap(feed: readonly FeedRow[], ident: string): string | null {
  return feed.some((each) => each.flightnum === ident) ? `${ident} is still shown` : null;
}

/** The PIREP's page shows it and its log, and what was written as markup is text. */
export function pirepPage(page: { readonly status: number; readonly text: string }, ident: string): string | null {
  if (page.status !== 200) return `status ${page.status}`;
  if (!page.text.includes(ident)) return `it does not name ${ident}`;
  if (!page.text.includes('Engine start')) return 'its log is not there';
  if (!page.text.includes('A line with (script)')) return 'the line with markup is not there as text';
  if (/<script>\s*alert\(/i.test(page.text)) return 'markup of the pilot is live';
  return brokenScript(page.text);
}

/** The map of a PIREP is drawn by a script of the page that holds the log within quotes. */
function brokenScript(html: string): string | null {
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gis)) {
    if (/\bsrc=|text\/html/i.test(attributes)) continue;
    try {
      new Script(text);
    } catch (error) {
      return `a script of the page is broken (${String(error)})`;
    }
  }
  return null;
}

export function isLiveMap(page: { readonly status: number; readonly text: string }): string | null {
  if (page.status !== 200) return `status ${page.status}`;
  return /acarsmap/i.test(page.text) ? null : 'that is not the live map';
}

export function bidGone(bids: readonly MysqlRow[], scheduleId: string): string | null {
  return bids.some((bid) => String(bid.routeid) === scheduleId) ? 'the bid is still there' : null;
}

export function noSecret(log: string, secret: string): string | null {
  return log.includes(secret) ? 'the password is in the log of the server' : null;
}
