import type { DeskCall, PilotDesk } from './desk.ts';
import type { PirepPapers } from './papers.ts';
import type { Platform } from './port.ts';

interface Row {
  /**
   * `reads` changes nothing. `writes` changes the crew center: a core whose lease ended does not. `table` has a table of its
   * own. `part` is no method, or one of the adapter's own life.
   */
  readonly does: 'reads' | 'writes' | 'table' | 'part';
}

/** Every member of the port, once: what fences and watches the crew center is derived from here. */
export const portTable = {
  capabilities: { does: 'part' },
  desk: { does: 'table' },
  ownApi: { does: 'part' },
  papers: { does: 'table' },
  readSettings: { does: 'reads' },
  authenticate: { does: 'reads' },
  findPilotId: { does: 'reads' },
  authenticateKey: { does: 'reads' },
  readPilots: { does: 'reads' },
  readNetworkIds: { does: 'reads' },
  listBids: { does: 'reads' },
  latestBid: { does: 'reads' },
  planFreeFlight: { does: 'reads' },
  findAircraft: { does: 'reads' },
  findAirport: { does: 'reads' },
  openPirep: { does: 'writes' },
  findPirep: { does: 'reads' },
  updatePirep: { does: 'writes' },
  changeAircraft: { does: 'writes' },
  suspendPirep: { does: 'writes' },
  filePirep: { does: 'writes' },
  readFlightClass: { does: 'reads' },
  checkFiled: { does: 'writes' },
  decidePirep: { does: 'writes' },
  listPending: { does: 'reads' },
  commentPirep: { does: 'writes' },
  findPirepPage: { does: 'reads' },
  findLogbook: { does: 'reads' },
  rejudgePirep: { does: 'writes' },
  correctPirep: { does: 'writes' },
  readPilotRecords: { does: 'reads' },
  cancelPirep: { does: 'writes' },
  deliverLive: { does: 'writes' },
  deliverTrack: { does: 'writes' },
  close: { does: 'part' },
} as const satisfies Readonly<Record<keyof Platform, Row>>;

/** The same of what a pilot looks up and books. */
export const deskTable = {
  searchSchedules: { does: 'reads' },
  book: { does: 'writes' },
  unbook: { does: 'writes' },
  chooseAircraft: { does: 'writes' },
  charter: { does: 'writes' },
  listPireps: { does: 'reads' },
  readPirep: { does: 'reads' },
  latestPirep: { does: 'reads' },
  statistics: { does: 'reads' },
  profile: { does: 'reads' },
  listAirports: { does: 'reads' },
  listFleet: { does: 'reads' },
  listAirlines: { does: 'reads' },
  news: { does: 'reads' },
} as const satisfies Readonly<Record<keyof PilotDesk, Row>>;

/** The calls of the desk. */
export const deskCalls = Object.keys(deskTable) as readonly DeskCall[];

/** The same of what a pilot writes on a PIREP. */
export const papersTable = {
  comment: { does: 'writes' },
  listComments: { does: 'reads' },
  replaceRoute: { does: 'writes' },
  addFields: { does: 'writes' },
  listFields: { does: 'reads' },
  listRoute: { does: 'reads' },
} as const satisfies Readonly<Record<keyof PirepPapers, Row>>;
