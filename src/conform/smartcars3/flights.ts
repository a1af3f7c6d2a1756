import { at, expect, expectEqual, expectShape, expectStatus, rowsOf } from '../expect.ts';
import { complete, type SmartcarsCheck, type SmartcarsScene, update } from './scene.ts';

/** A flight of smartCARS 3, from its bid to its PIREP. */
export const flightChecks: readonly SmartcarsCheck[] = [
  {
    id: 'start/again',
    requires: '`flights/start` of the same bid again is the same `trackingID`: a restarted client continues.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async ({ bidID, uuid }) => {
        const again = await scene.ask('POST', '/flights/start', { bidID });
        expectStatus(again, 200);
        expectEqual('trackingID', at(again.json, 'trackingID'), uuid);
      }),
  },
  {
    id: 'start/unknown-bid',
    requires: '`flights/start` of an unknown bid is 404 with a `message`.',
    writes: true,
    async run(scene) {
      const answer = await scene.ask('POST', '/flights/start', { bidID: 999_999_999 });
      expectStatus(answer, 404);
      expectShape('the body', answer.json, { message: 'text' });
    },
  },
  {
    id: 'update/empty-200',
    requires: '`flights/update` is 200 with an empty body.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (names) => {
        const answer = await scene.ask('POST', '/flights/update', { ...names, ...update });
        expectStatus(answer, 200);
        expectEqual('the body', answer.text, '');
      }),
  },
  {
    id: 'update/words',
    requires:
      'A phase in any spelling, numbers as texts and unknown members are no reason to refuse: the report is in `pireps/details`.',
    writes: true,
    async run(scene) {
      const names = await scene.start();
      const odd = {
        phase: 'Push back',
        latitude: 47.8125,
        altitude: '9000',
        groundSpeed: 250.5,
        route: ['', 'DCT'],
        somethingNew: { a: 1 },
      };
      expectStatus(await scene.ask('POST', '/flights/update', { ...names, ...update, ...odd }), 200);
      const filed = await scene.ask('POST', '/flights/complete', { ...names, ...complete });
      expectStatus(filed, 200);
      const details = await scene.read(`/pireps/details?id=${encodeURIComponent(String(at(filed.json, 'pirepID')))}`);
      const places = rowsOf('locationData', at(details, 'locationData')).map(({ latitude }) =>
        Number(latitude).toFixed(4),
      );
      expect(places.includes('47.8125'), 'the report is not there');
    },
  },
  {
    id: 'update/unknown-flight',
    requires: 'An update of a flight that is not open is 404 with a `message`.',
    writes: true,
    async run(scene) {
      const answer = await scene.ask('POST', '/flights/update', { uuid: 'conform-unknown', ...update });
      expectStatus(answer, 404);
      expectShape('the body', answer.json, { message: 'text' });
    },
  },
  {
    id: 'update/stranger',
    requires: 'An update of another pilot’s flight is refused.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async ({ uuid }) => {
        const answer = await scene.askAsStranger('POST', '/flights/update', { uuid, ...update });
        expect([401, 403, 404].includes(answer.status), `the other pilot was answered ${answer.status}`);
        expectStatus(await scene.ask('POST', '/flights/update', { uuid, ...update }), 200);
      }),
  },
  {
    id: 'cancel/ends',
    requires: '`flights/cancel` is 200 and keeps the bid; an update afterwards is 404.',
    writes: true,
    async run(scene) {
      const names = await scene.start();
      expectStatus(await scene.ask('POST', '/flights/cancel', { bidID: names.bidID, uuid: names.uuid }), 200);
      expectStatus(await scene.ask('POST', '/flights/update', { uuid: names.uuid, ...update }), 404);
      const bids = await scene.readRows('/flights/bookings');
      expect(
        bids.some(({ bidID }) => bidID === names.bidID),
        'the bid is gone',
      );
    },
  },
  {
    id: 'complete/files-once',
    requires:
      '`flights/complete` returns the `pirepID`, the same one when it is sent again; the logbook has the figures.',
    writes: true,
    async run(scene) {
      const { pirepID, names } = await fly(scene);
      const again = await scene.ask('POST', '/flights/complete', { ...names, ...complete });
      expectStatus(again, 200);
      expectEqual('pirepID of the repeat', String(at(again.json, 'pirepID')), pirepID);
      const row = (await scene.readRows('/pireps/search')).find(({ id }) => String(id) === pirepID);
      expect(row !== undefined, 'pireps/search does not list it');
      expectEqual('landingRate', row.landingRate, -213);
      expectEqual('fuelUsed', Math.round(Number(row.fuelUsed)), 2345);
      expectEqual('flightTime', Number(row.flightTime).toFixed(2), '1.25');
    },
  },
  {
    id: 'complete/details',
    requires: '`pireps/details` of a filed flight has its points, its events and the lines of its log.',
    writes: true,
    async run(scene) {
      const { pirepID } = await fly(scene);
      const details = await scene.read(`/pireps/details?id=${encodeURIComponent(pirepID)}`);
      expectShape('the body', details, { locationData: 'list', flightData: 'list?' });
      const places = rowsOf('locationData', at(details, 'locationData')).map(
        ({ latitude, longitude }) => `${Number(latitude).toFixed(1)} ${Number(longitude).toFixed(2)}`,
      );
      for (const wanted of flownLatitudes) {
        const place = `${wanted.toFixed(1)} ${update.longitude.toFixed(2)}`;
        expect(places.includes(place), `the report at ${place} is not in locationData`);
      }
      const events = rowsOf('flightData', at(details, 'flightData') ?? []);
      expect(
        events.some(({ message }) => message === 'Off blocks'),
        'the event is not in flightData',
      );
      expect(JSON.stringify(at(details, 'flightLog')).includes('Pushing back'), 'the line is not in flightLog');
    },
  },
  {
    id: 'complete/bid-goes',
    requires: 'After `flights/complete` the bid is not in `flights/bookings` any more.',
    writes: true,
    async run(scene) {
      const { names } = await fly(scene);
      const bids = await scene.readRows('/flights/bookings');
      expect(!bids.some(({ bidID }) => bidID === names.bidID), 'the bid is still there');
    },
  },
];

const flownLatitudes = [47.5, 47.6, 47.7] as const;

export async function fly(scene: SmartcarsScene) {
  const names = await scene.start();
  for (const latitude of flownLatitudes) {
    expectStatus(await scene.ask('POST', '/flights/update', { ...names, ...update, latitude }), 200);
  }
  const answer = await scene.ask('POST', '/flights/complete', { ...names, ...complete });
  expectStatus(answer, 200);
  const pirepID = at(answer.json, 'pirepID');
  expect(typeof pirepID === 'string' || typeof pirepID === 'number', `pirepID is ${JSON.stringify(pirepID)}`);
  return { names, pirepID: String(pirepID) };
}
