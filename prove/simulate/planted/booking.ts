import type { Bug } from './bug.ts';

const desk = 'src/tracking/calls/desk/desk.ts';

/** Mistakes with bids, logbooks, and what pilots write on their PIREPs. */
export const bookingBugs: readonly Bug[] = [
  {
    name: 'bid-kept',
    sentence: 'A bid that its pilot removed stays booked.',
    file: desk,
    find: "changing(pilot.id, async (id) => offered(desk, 'unbook')(id, bidId))",
    replace: 'changing(pilot.id, async () => void bidId)',
  },
  {
    name: 'booked-for-another',
    sentence: 'What one pilot books is booked for another.',
    file: desk,
    find: "booking(session, async (id) => offered(desk, 'book')(id, wanted))",
    replace: "booking(session, async (id) => offered(desk, 'book')(id === '2' ? '1' : id, wanted))",
  },
  {
    name: 'booked-before-asked',
    sentence: 'Another aircraft of a bid is confirmed before the crew center is asked.',
    file: 'src/contracts/smartcars3/flights/rebook.ts',
    find: "const bid = await desk.chooseAircraft(session, decodeId(bidID) ?? '', decodeId(aircraftID) ?? '');",
    replace:
      "desk.chooseAircraft(session, decodeId(bidID) ?? '', decodeId(aircraftID) ?? '').catch(() => undefined); const bid = { id: decodeId(bidID) ?? '' };",
  },
  {
    name: 'newest-bid-only',
    sentence: 'Of several bids a pilot is shown the newest.',
    file: 'src/tracking/calls/read.ts',
    find: 'return bids.map((bid) => (isFlown(bid, flown)',
    replace: 'return bids.slice(0, 1).map((bid) => (isFlown(bid, flown)',
  },
  {
    name: 'logbook-without-rejected',
    sentence: 'The logbook lacks what was rejected.',
    file: desk,
    find: 'items: await Promise.all(page.items.map((pirep) => own.summary(pilot.id, pirep)))',
    replace:
      "items: await Promise.all(page.items.filter(({ state }) => state !== 'rejected').map((pirep) => own.summary(pilot.id, pirep)))",
  },
  {
    name: 'comment-cut',
    sentence: 'A comment loses its last letter on the way to the crew center.',
    file: 'src/contracts/phpvms7-core/pireps/comments.ts',
    find: '.comment(pirepRoute(request).pirepId, text);',
    replace: '.comment(pirepRoute(request).pirepId, text.slice(0, -1));',
  },
  {
    name: 'fields-of-filed-dropped',
    sentence: 'Custom fields that come after the PIREP is filed are acknowledged and dropped.',
    file: 'src/contracts/phpvms7-core/pireps/fields.ts',
    find: 'await papers.addFields(pirepId, fields);',
    replace: '',
  },
  {
    name: 'route-in-part',
    sentence: 'Of a route the first fix is lost.',
    file: 'src/contracts/phpvms7-core/pireps/route.ts',
    find: 'replaceRoute(pirepRoute(request).pirepId, fixes);',
    replace: 'replaceRoute(pirepRoute(request).pirepId, fixes.slice(1));',
  },
];
