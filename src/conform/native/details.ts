import { at, expect, expectEqual, objectOf, requireSome, rowsOf } from '../expect.ts';
import type { Row } from '../signed-in.ts';
import { figures, type NativeCheck, type NativeScene } from './scene.ts';

/** Every member of a report, each with a different value. */
const report = {
  lat: 47.125,
  lon: 8.625,
  heading: 77,
  altitude_msl: 9100,
  altitude_agl: 7700,
  gs: 251,
  ias: 222,
  vs: -350,
  fuel: 4321,
  fuel_flow: 5200,
  phase: 'descent',
  transponder: '2251',
  on_ground: false,
  oat: -12,
  wind_dir: 240,
  wind_speed: 31,
  pitch: -2.5,
  bank: 3.5,
} as const;
const said = { ...figures, distance: 87, score: 91, route: 'DCT FLOWN', log: ['Conform gear up', 'Conform gear down'] };

/** Files a flight, and reads its PIREP. @throws Deviation; LeftOut where there is no logbook */
async function fileAndRead(scene: NativeScene, { isReturning = false } = {}) {
  const started = await scene.start();
  const { flight_id } = started;
  const sent = await scene.positions(3);
  await scene.call('POST', '/position', { flight_id, positions: sent });
  const departure = String(at(started, 'departure.icao'));
  const body = { flight_id, ...said, ...(isReturning && { arrival: departure }) };
  const receipt = objectOf('receipt', (await scene.call('POST', '/finish', body)).receipt);
  const { pirep } = await scene.lookUp(`/pireps/${encodeURIComponent(String(receipt.pirep_id))}`);
  return { receipt, pirep: objectOf('pirep', pirep), sent, departure };
}

/** What a client says is read again, member by member. */
export const detailChecks: readonly NativeCheck[] = [
  {
    id: 'position/values',
    requires: `What a position says is in \`last_position\` of the flight: ${Object.keys(report).join(', ')}.`,
    writes: true,
    run: (scene) =>
      scene.withFlight(async (flight_id) => {
        const [{ seq, recorded_at } = {}] = await scene.positions(1);
        await scene.call('POST', '/position', { flight_id, seq, recorded_at, ...report });
        const last = at(await scene.readFlight(flight_id), 'last_position');
        for (const [name, value] of Object.entries(report)) expectEqual(name, at(last, name), value);
      }),
  },
  {
    id: 'finish/details',
    requires: `\`GET /pireps/{id}\` has what \`finish\` said: ${Object.keys(said).join(', ')}.`,
    writes: true,
    async run(scene) {
      const { pirep } = await fileAndRead(scene);
      for (const name of ['flight_time', 'distance', 'fuel_used', 'landing_rate', 'score', 'route'] as const)
        expectEqual(name, pirep[name], said[name]);
      expect(String(pirep.notes).includes(said.notes), `notes are ${pirep.notes}`);
      const lines = rowsOf('log', pirep.log).map(({ text }) => text);
      expectEqual('the log', lines.filter((line) => said.log.includes(String(line))).join(', '), said.log.join(', '));
    },
  },
  {
    id: 'finish/track',
    requires: '`GET /pireps/{id}` has the track: each position once, with its time, place, height and speed, in order.',
    writes: true,
    async run(scene) {
      const { pirep, sent } = await fileAndRead(scene);
      const track = requireSome(rowsOf('track', pirep.track), 'points of the track');
      expectEqual('the number of points', track.length, sent.length);
      for (const [index, position] of sent.entries()) {
        const point = track[index];
        expectEqual('its time', Math.round((timeOf(point) - timeOf(position)) / 1000), 0);
        for (const name of ['lat', 'lon', 'altitude_msl', 'gs'] as const)
          expectEqual(`${name} of point ${index + 1}`, point?.[name], Number(position[name]));
      }
    },
  },
  {
    id: 'finish/arrival',
    requires:
      '`arrival` of `finish` is where the flight ended: `diversion` of the receipt, and the arrival of the PIREP.',
    writes: true,
    async run(scene) {
      const { receipt, pirep, departure } = await fileAndRead(scene, { isReturning: true });
      expectEqual('diversion.icao', at(receipt, 'diversion.icao'), departure);
      expectEqual('arrival', pirep.arrival, departure);
    },
  },
];

function timeOf(row: Row | undefined): number {
  return Date.parse(String(row?.recorded_at));
}
