import { at, expectEqual, expectStatus, LeftOut } from '../expect.ts';
import { fileIt } from './prefile.ts';
import type { CoreCheck, CoreScene, Row } from './scene.ts';

type Members = Readonly<Record<string, string | number>>;

/** What a client plans. The alternate is the place of departure: it is one that the server knows. */
const planned = {
  level: 330,
  route: 'DCT CONF DCT',
  notes: 'Conform plan',
  flight_type: 'C',
  planned_flight_time: 77,
} as const;
const meanwhile = { route: 'DCT NEWLY', notes: 'Conform meanwhile', block_fuel: 8100, landing_rate: -187 } as const;
const flown = { level: 370, route: 'DCT FLOWN', notes: 'Conform flown', block_fuel: 7200, score: 88 } as const;

/** @throws Deviation unless the PIREP, read again, has these values: pounds where it has a mass */
async function expectRead(scene: CoreScene, id: string, wanted: Members): Promise<Row> {
  const pirep = await scene.readRow(`pireps/${id}`);
  for (const [name, value] of Object.entries(wanted)) {
    const seen = at(pirep, `${name}.lbs`) ?? pirep[name];
    if (typeof value === 'number') expectEqual(name, Math.round(Number(seen)), value);
    else if (name !== 'notes' || !String(seen).includes(value)) expectEqual(name, seen, value);
  }
  return pirep;
}

/** What a client says of a flight is read again, member by member. */
export const valueChecks: readonly CoreCheck[] = [
  {
    id: 'prefile/values',
    requires: `What a prefile says is read again: alt_airport_id, ${Object.keys(planned).join(', ')}.`,
    writes: true,
    async run(scene) {
      const alternate = String((await scene.freeFlight()).dpt_airport_id);
      await scene.withFlight(
        async (id) => void (await expectRead(scene, id, { ...planned, alt_airport_id: alternate })),
        {
          ...planned,
          alt_airport_id: alternate,
        },
      );
    },
  },
  {
    id: 'prefile/whose',
    requires:
      'The PIREP is that of the pilot whose key opened the flight: `user_id`, in the PIREP and in `user/pireps`.',
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id, _sent, answered) => {
        const pilot = Number((await scene.readRow('user?with=')).id);
        const listed = (await scene.readRows('user/pireps?state=0')).find((row) => row.id === id);
        if (listed === undefined) throw new LeftOut('user/pireps?state=0 does not list it');
        for (const pirep of [answered, await scene.readRow(`pireps/${id}`), listed])
          expectEqual('user_id', pirep.user_id, pilot);
      }),
  },
  {
    id: 'update/values',
    requires: `What an update says is read again: ${Object.keys(meanwhile).join(', ')}.`,
    writes: true,
    run: (scene) =>
      scene.withFlight(async (id) => {
        expectStatus(await scene.ask('POST', `pireps/${id}/update`, meanwhile), 200);
        await expectRead(scene, id, meanwhile);
      }),
  },
  {
    id: 'file/values',
    requires: `What \`file\` says is read again: ${Object.keys(flown).join(', ')}, block_off_time, block_on_time.`,
    writes: true,
    async run(scene) {
      const { id } = await scene.prefile();
      const on = Math.floor(Date.now() / 60_000) * 60_000;
      const times = { block_off_time: on - 3_600_000, block_on_time: on };
      const texts = Object.entries(times).map(([name, ms]) => [name, new Date(ms).toISOString()]);
      expectStatus(await fileIt(scene, id, { ...flown, ...Object.fromEntries(texts) }), 200);
      const pirep = await expectRead(scene, id, flown);
      for (const [name, ms] of Object.entries(times)) expectEqual(name, Date.parse(String(pirep[name])), ms);
    },
  },
];
