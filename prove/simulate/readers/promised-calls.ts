import type { PromisedCall } from '../routes.ts';

/** Who sees in the simulated world whether a call keeps what it promises. */
interface Reader {
  readonly promise: string;
  /** Names of invariants; each looks at every answer of the call, in every contract that has it. */
  readonly readBy: readonly [string, ...string[]];
}

const lookedUp: Reader = {
  promise: 'A lookup or booking that the crew center does not offer is refused with its reason, and changes nothing.',
  readBy: ['not-offered-is-refused', 'answers-allowed'],
};

/** Every call that a client makes: a new one does not compile without its reader. */
export const readers = {
  status: { promise: 'It says what the crew center set.', readBy: ['settings-are-read'] },
  login: { promise: 'It opens a session that lasts as long as it says.', readBy: ['credentials-end', 'sessions-last'] },
  resume: { promise: 'A session that has ended is not resumed.', readBy: ['credentials-end', 'sessions-last'] },
  logout: { promise: 'The session is over.', readBy: ['credentials-end'] },
  listBids: {
    promise: "Every bid is the pilot's own, and none is missing.",
    readBy: ['bids-are-own', 'bids-are-listed'],
  },
  latestBid: { promise: "The bid is the pilot's own.", readBy: ['bids-are-own'] },
  start: {
    promise: 'One flight is under way, of a bid that is flown once.',
    readBy: ['one-flight-under-way', 'one-pirep-a-bid'],
  },
  changeAircraft: { promise: 'The aircraft is stored, and known at the crew center.', readBy: ['said-is-stored'] },
  readFlight: {
    promise: "It is the pilot's own, and has what was written on it.",
    readBy: ['own-flights-only', 'papers-are-kept'],
  },
  readReports: { promise: 'Every acknowledged position is there.', readBy: ['reports-are-read-back'] },
  listLive: { promise: 'Nobody is there whose flight is over.', readBy: ['live-is-under-way'] },
  report: {
    promise: 'It is on the disk, once, in order.',
    readBy: ['acknowledged-is-there', 'track-is-whole', 'map-is-shown'],
  },
  recordEvents: { promise: 'It is on the disk, once, in order.', readBy: ['events-are-there'] },
  describe: {
    promise: 'What was said is on the disk, or where it is filed at the crew center.',
    readBy: ['said-is-stored', 'papers-are-kept'],
  },
  finish: {
    promise: 'It is stored, and filed once.',
    readBy: ['end-is-stored', 'finished-is-filed', 'one-pirep', 'receipt-stays'],
  },
  cancel: { promise: 'It is stored, and done at the crew center.', readBy: ['end-is-stored', 'crew-center-is-told'] },
  searchSchedules: lookedUp,
  book: { promise: 'It is booked once, for this pilot.', readBy: ['booked-is-booked', 'bids-are-listed'] },
  unbook: { promise: 'The bid is gone, and no other.', readBy: ['booked-is-booked', 'bids-go-for-a-reason'] },
  chooseAircraft: { promise: 'The bid has this aircraft.', readBy: ['booked-is-booked'] },
  charter: lookedUp,
  listPireps: {
    promise: 'Every PIREP that was filed before is there, and nothing of others.',
    readBy: ['logbook-is-whole'],
  },
  readPirep: { promise: "It is the pilot's own.", readBy: ['own-flights-only'] },
  latestPirep: { promise: "It is the pilot's own.", readBy: ['logbook-is-whole'] },
  statistics: lookedUp,
  profile: lookedUp,
  listAirports: lookedUp,
  listFleet: lookedUp,
  listAirlines: lookedUp,
  news: lookedUp,
} as const satisfies Readonly<Record<PromisedCall, Reader>>;
