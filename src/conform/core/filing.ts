import { at, expect, expectEqual, expectStatus } from '../expect.ts';
import { fileIt } from './prefile.ts';
import { type CoreCheck, pirepOf } from './scene.ts';

const isFiled = (state: unknown) => state === 1 || state === 2;

/** How a flight ends. */
export const filingChecks: readonly CoreCheck[] = [
  {
    id: 'file/filed',
    requires:
      '`POST pireps/{id}/file` files the flight: 200, state 1 or 2, the figures, notes and fields that were sent; it is in `user/pireps`.',
    writes: true,
    async run(scene) {
      const { id } = await scene.prefile();
      const positions = [0, 1, 2].map((step) => ({
        lat: 41 + step / 10,
        lon: -73,
        altitude: 3000,
        gs: 200,
        status: 'ENR',
      }));
      expectStatus(await scene.ask('POST', `pireps/${id}/acars/position`, { positions }), 200);
      expectEqual('state before', (await scene.readRow(`pireps/${id}`)).state, 0);
      const answer = await fileIt(scene, id, { notes: 'Conform notes', fields: { 'Conform field': 'filed' } });
      expectStatus(answer, 200);
      expectEqual('id', pirepOf(answer).id, id);
      const pirep = await scene.readRow(`pireps/${id}`);
      expect(isFiled(pirep.state), `state is ${pirep.state}`);
      expectEqual('landing_rate', Number(pirep.landing_rate), -213);
      expectEqual('flight_time', pirep.flight_time, 60);
      expectEqual('fuel_used.lbs', Math.round(Number(at(pirep, 'fuel_used.lbs'))), 3000);
      expectEqual('distance.nmi', Math.round(Number(at(pirep, 'distance.nmi'))), 100);
      expectEqual('fields', at(pirep, 'fields.Conform field'), 'filed');
      expect(String(pirep.notes).includes('Conform notes'), `notes are ${pirep.notes}`);
      const listed = await scene.readRows('user/pireps?limit=50');
      expect(
        listed.some((row) => row.id === id),
        'user/pireps does not list it',
      );
    },
  },
  {
    id: 'file/arrival',
    requires: '`arr_airport_id` of `file` is the arrival of the PIREP: the pilot says where the flight ended.',
    writes: true,
    async run(scene) {
      const { id, sent } = await scene.prefile();
      expectStatus(await fileIt(scene, id, { arr_airport_id: sent.dpt_airport_id }), 200);
      expectEqual('arr_airport_id', (await scene.readRow(`pireps/${id}`)).arr_airport_id, String(sent.dpt_airport_id));
    },
  },
  {
    id: 'file/again',
    requires: '`file` of a filed flight is 200 with the same PIREP: a client whose answer was lost asks again.',
    writes: true,
    async run(scene) {
      const { id } = await scene.prefile();
      expectStatus(await fileIt(scene, id), 200);
      const again = await fileIt(scene, id, { flight_time: 99 });
      expectStatus(again, 200);
      expectEqual('id', pirepOf(again).id, id);
      expectEqual('flight_time', (await scene.readRow(`pireps/${id}`)).flight_time, 60);
    },
  },
  {
    id: 'file/at-once',
    requires:
      'Five `file` calls at once file the flight once: none fails, and `flights` of the pilot grows by at most one.',
    writes: true,
    async run(scene) {
      const before = Number((await scene.readRow('user?with=')).flights);
      const { id, sent } = await scene.prefile();
      const answers = await Promise.all(Array.from({ length: 5 }, () => fileIt(scene, id)));
      for (const answer of answers) expectStatus(answer, 200);
      expect(isFiled((await scene.readRow(`pireps/${id}`)).state), 'it is not filed');
      const flights = Number((await scene.readRow('user?with=')).flights);
      expect(flights - before <= 1, `flights went from ${before} to ${flights}`);
      const number = String(sent.flight_number);
      const filed = (await scene.readRows('user/pireps?limit=50')).filter(
        (row) => String(row.flight_number) === number,
      );
      expectEqual('the number of PIREPs of this flight', filed.length, 1);
    },
  },
  {
    id: 'file/unknown',
    requires: '`file` of an unknown PIREP is 404.',
    writes: true,
    async run(scene) {
      expectStatus(await fileIt(scene, 'conform-unknown'), 404);
    },
  },
  ...(['PUT', 'DELETE'] as const).map(
    (method): CoreCheck => ({
      id: `cancel/${method.toLowerCase()}`,
      requires: `\`${method} pireps/{id}/cancel\` cancels the flight: 200, state 3.`,
      writes: true,
      async run(scene) {
        const { id } = await scene.prefile();
        expectEqual('state before', (await scene.readRow(`pireps/${id}`)).state, 0);
        expectStatus(await scene.ask(method, `pireps/${id}/cancel`), 200);
        expectEqual('state', (await scene.readRow(`pireps/${id}`)).state, 3);
        expectEqual('the number of open PIREPs', (await scene.readRows('user/pireps?state=0')).length, 0);
      },
    }),
  ),
  {
    id: 'cancel/leaves-no-bid',
    requires: 'A flight without a bid leaves none when it is cancelled, and its aircraft can be taken again.',
    writes: true,
    async run(scene) {
      const bids = async () => (await scene.readRows('user/bids')).length;
      const before = await bids();
      const { id, sent } = await scene.prefile();
      expectStatus(await scene.ask('DELETE', `pireps/${id}/cancel`), 200);
      expectEqual('the number of bids', await bids(), before);
      await scene.prefile({ aircraft_id: sent.aircraft_id });
    },
  },
  {
    id: 'cancel/unknown',
    requires: '`cancel` of an unknown PIREP is 404.',
    writes: true,
    async run(scene) {
      expectStatus(await scene.ask('DELETE', 'pireps/conform-unknown/cancel'), 404);
    },
  },
  {
    id: 'cancel/then-update',
    requires: 'An update or `file` after cancelling is 400.',
    writes: true,
    async run(scene) {
      const { id } = await scene.prefile();
      expectStatus(await scene.ask('PUT', `pireps/${id}/cancel`), 200);
      expectStatus(await scene.ask('POST', `pireps/${id}/update`, { status: 'ENR' }), 400);
      expectStatus(await fileIt(scene, id), 400);
      expectEqual('state', (await scene.readRow(`pireps/${id}`)).state, 3);
    },
  },
  {
    id: 'finances/list',
    requires: '`GET pireps/{id}/finances` of a filed flight is a list.',
    writes: true,
    async run(scene) {
      const { id } = await scene.prefile();
      expectStatus(await fileIt(scene, id), 200);
      await scene.readRows(`pireps/${id}/finances`);
    },
  },
];
