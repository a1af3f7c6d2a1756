import { type PageContext, pageData } from './page-data.ts';
import type { FlightRecord } from './record.ts';

/** Templates of the parts that change while a flight is under way, by the id of their element. */
const templates = {
  way: 'flight/head',
  badges: 'flight/badges',
  tiles: 'flight/tiles',
  profile: 'flight/profile',
  landing: 'flight/touchdown',
  judgement: 'flight/judgement',
  figures: 'flight/sheets',
  log: 'flight/log',
  phases: 'flight/phases',
  earlier: 'flight/earlier',
  notes: 'flight/notes',
} as const;

/** Returns the page's changing parts as HTML, and what to read to those who do not see the page. */
export function pageParts(
  record: FlightRecord,
  context: PageContext,
  render: (view: string, data: Readonly<Record<string, unknown>>) => string,
): { readonly html: Readonly<Record<string, string>>; readonly status: string } {
  const data = pageData(record, context);
  const html = Object.entries(templates).map(([id, view]) => [id, render(view, data)] as const);
  const { callsign, state, phase, hasPhase, isUnderWay, happenings, silent } = data;
  const said = [state, isUnderWay && hasPhase ? phase : null, silent, ...happenings].filter((each) => each !== null);
  const status = `${callsign}: ${said.join(', ')}`;
  return { html: Object.fromEntries(html), status };
}
