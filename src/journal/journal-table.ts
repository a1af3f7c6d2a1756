import type { Journal } from './journal.ts';

interface Row {
  /**
   * Where several journals share the pilots: `any` of them may have what is asked for; `shared` is what exists once for all;
   * otherwise the own one is meant.
   */
  readonly of: 'any' | 'shared' | 'own';
  /** Who answers: the `engine`, which has the rows in a file or a database, or the `journal` over it. */
  readonly by: 'engine' | 'journal';
}

/** Every member of the journal, once: what reads several journals as one, and what an engine has to answer, is derived from here. */
export const journalTable = {
  initial: { of: 'own', by: 'journal' },
  eachUnsealed: { of: 'own', by: 'engine' },
  nextFlightNumber: { of: 'own', by: 'engine' },
  saveFlight: { of: 'own', by: 'journal' },
  appendPositions: { of: 'own', by: 'journal' },
  appendEvents: { of: 'own', by: 'journal' },
  barrier: { of: 'own', by: 'journal' },
  sealFlight: { of: 'own', by: 'journal' },
  readReports: { of: 'any', by: 'engine' },
  readChunks: { of: 'any', by: 'engine' },
  isMissingReports: { of: 'own', by: 'engine' },
  readSealed: { of: 'own', by: 'engine' },
  countReports: { of: 'any', by: 'engine' },
  hasSealedReport: { of: 'own', by: 'engine' },
  readFlight: { of: 'any', by: 'engine' },
  readLastEnded: { of: 'own', by: 'engine' },
  listFlights: { of: 'own', by: 'engine' },
  pageFlights: { of: 'own', by: 'engine' },
  changes: { of: 'own', by: 'journal' },
  saveSession: { of: 'own', by: 'journal' },
  deleteSessions: { of: 'own', by: 'journal' },
  saveLoginFailure: { of: 'own', by: 'journal' },
  saveDelivered: { of: 'own', by: 'journal' },
  readNote: { of: 'shared', by: 'engine' },
  saveNote: { of: 'shared', by: 'journal' },
  saveAudit: { of: 'shared', by: 'journal' },
  listAudit: { of: 'shared', by: 'engine' },
  pageAudit: { of: 'shared', by: 'engine' },
  countAudit: { of: 'shared', by: 'engine' },
  findPilot: { of: 'any', by: 'engine' },
  erasePilot: { of: 'own', by: 'journal' },
  scrub: { of: 'own', by: 'engine' },
  forget: { of: 'own', by: 'journal' },
  backup: { of: 'own', by: 'engine' },
  stats: { of: 'own', by: 'journal' },
  close: { of: 'own', by: 'journal' },
} as const satisfies Readonly<Record<keyof Journal, Row>>;
