import { type Replacement, replaceInJson, replacementOf } from '../lib/whole-words.ts';
import type { FlightEvent, Report } from '../tracking/model.ts';
import type { PilotTraces } from './journal.ts';

/** What stands in the place of a pilot who was erased. */
export const erasedPilot = { ident: 'erased', name: 'Erased pilot' } as const;

/** Returns what replaces the pilot in texts that people wrote. */
export function inTexts({ words, names }: PilotTraces): Replacement {
  return replacementOf([...words, ...names], erasedPilot.ident);
}

/** Returns what replaces the pilot in a flight's document; a single name may be that of an airport. */
export function inDocuments({ words, names }: PilotTraces): Replacement {
  const full = names.filter((name) => name.trim().includes(' '));
  // Those that are numbers or very short may be anything in a document.
  return replacementOf([...words.filter((word) => /\p{L}/u.test(word) && word.length > 2), ...full], erasedPilot.ident);
}

interface Figures {
  notes?: unknown;
  log?: unknown;
  fields?: unknown;
}

interface FlightDocument {
  said?: unknown;
  onNetworks?: unknown;
  reason?: unknown;
  pilot: { ident: string; name: string };
  receipt?: { pirep?: Figures | null; corrections?: { reason: string }[] } | null;
  intent?: { reason?: unknown; figures?: Figures | null } | null;
}

/** Returns the flight's document without the pilot's name and own words; figures and the plan stay. */
export function anonymousFlight(document: string, replace: Replacement): string {
  const flight = replaceInJson(JSON.parse(document), replace) as FlightDocument;
  if (flight.said !== undefined) flight.said = null;
  // Under which callsign, and where, is a trace of the person on the network.
  delete flight.onNetworks;
  flight.reason = null;
  if (flight.intent?.reason !== undefined) flight.intent.reason = null;
  Object.assign(flight.pilot, erasedPilot);
  for (const figures of [flight.receipt?.pirep, flight.intent?.figures])
    if (figures != null) Object.assign(figures, { notes: null, log: [], fields: {} });
  for (const correction of flight.receipt?.corrections ?? []) correction.reason = '';
  return JSON.stringify(flight);
}

/** Returns the reports with the pilot replaced in what events say; null when none names them. */
export function anonymousReports(reports: readonly Report[], replace: Replacement): readonly Report[] | null {
  let isChanged = false;
  const replaced = reports.map((report) => {
    if (report.kind === 'position') return report;
    const event = replaceInJson(report.event, replace) as FlightEvent;
    if (JSON.stringify(event) === JSON.stringify(report.event)) return report;
    isChanged = true;
    return { ...report, event };
  });
  return isChanged ? replaced : null;
}
