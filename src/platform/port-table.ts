import type { Platform } from './port.ts';

interface Row {
  /**
   * `reads` changes nothing. `writes` changes the crew center for a flight: a core whose lease ended does not. `part` is no
   * method, or one of the adapter's own life.
   */
  readonly does: 'reads' | 'writes' | 'part';
}

/** Every member of the port, once: what fences and watches the crew center is derived from here. */
export const portTable = {
  capabilities: { does: 'part' },
  desk: { does: 'part' },
  ownApi: { does: 'part' },
  papers: { does: 'part' },
  readSettings: { does: 'reads' },
  authenticate: { does: 'reads' },
  findPilotId: { does: 'reads' },
  authenticateKey: { does: 'reads' },
  readPilots: { does: 'reads' },
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
  checkFiled: { does: 'writes' },
  cancelPirep: { does: 'writes' },
  deliverLive: { does: 'writes' },
  deliverTrack: { does: 'writes' },
  close: { does: 'part' },
} as const satisfies Readonly<Record<keyof Platform, Row>>;
