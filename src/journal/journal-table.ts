import type { Journal } from './journal.ts';

interface Row {
  /**
   * Where several journals share the pilots: `any` of them may have what is asked for; `shared` is what exists once for all;
   * otherwise the own one is meant.
   */
  readonly of: 'any' | 'shared' | 'own';
}

/** Every member of the journal, once: what reads several journals as one is derived from here. */
export const journalTable = {
  initial: { of: 'own' },
  eachUnsealed: { of: 'own' },
  nextFlightNumber: { of: 'own' },
  saveFlight: { of: 'own' },
  appendPositions: { of: 'own' },
  appendEvents: { of: 'own' },
  barrier: { of: 'own' },
  sealFlight: { of: 'own' },
  readReports: { of: 'any' },
  isMissingReports: { of: 'own' },
  readSealed: { of: 'own' },
  countReports: { of: 'any' },
  hasSealedReport: { of: 'own' },
  readFlight: { of: 'any' },
  readLastEnded: { of: 'own' },
  listFlights: { of: 'own' },
  pageFlights: { of: 'own' },
  changes: { of: 'own' },
  saveSession: { of: 'own' },
  deleteSessions: { of: 'own' },
  saveLoginFailure: { of: 'own' },
  saveDelivered: { of: 'own' },
  readNote: { of: 'shared' },
  saveNote: { of: 'shared' },
  saveAudit: { of: 'shared' },
  listAudit: { of: 'shared' },
  findPilot: { of: 'any' },
  erasePilot: { of: 'own' },
  scrub: { of: 'own' },
  forget: { of: 'own' },
  backup: { of: 'own' },
  stats: { of: 'own' },
  close: { of: 'own' },
} as const satisfies Readonly<Record<keyof Journal, Row>>;
