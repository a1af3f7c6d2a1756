import { demoPassword, seedDemo } from '../../src/platform/embedded/demo.ts';
import { embeddedAt } from '../../test/embedded-at.ts';
import { tempFolder } from '../../test/temp-folder.ts';
import { countStates, type Host } from './host.ts';
import { countStatements } from './sqlite-steps.ts';

const asBefore = `
  DELETE FROM pireps; DELETE FROM bids;
  INSERT INTO bids (id, user_id, flight_id, aircraft_id, created_at)
    SELECT 1, 1, 'demo-dmo310', (SELECT id FROM aircraft WHERE registration = 'HB-JLP'), '2026-01-01 00:00:01';
  UPDATE users SET flights = 0, flight_time = 0, curr_airport_id = 'LSZH' WHERE id = 1;
  UPDATE aircraft SET airport_id = 'LSZH' WHERE registration = 'HB-JLP';`;

/** The embedded crew center of version 7: each statement in its file is a step. */
export async function openEmbeddedHost(): Promise<Host> {
  const folder = tempFolder('once-embedded');
  const open = () => embeddedAt(folder.path);
  const made = await open();
  await seedDemo(made.crewCenter);
  await made.close();
  return {
    name: 'embedded',
    login: 'ada@demo-air.example',
    password: demoPassword,
    bidId: '1',
    isLockAwaited: null,
    async reset() {
      const { crewCenter, close } = await open();
      crewCenter.database.exec(asBefore);
      await close();
    },
    async openAdapter(steps, clock) {
      const { platform, crewCenter } = await embeddedAt(folder.path, clock);
      countStatements(crewCenter.database, steps);
      return {
        platform,
        async close() {
          if (crewCenter.database.isOpen) crewCenter.database.close();
          await crewCenter.bcrypt.close();
        },
      };
    },
    async count() {
      const { crewCenter, close } = await open();
      const states = crewCenter.all('SELECT state FROM pireps').map(({ state }) => Number(state));
      const effects = Number(crewCenter.get('SELECT flights FROM users WHERE id = 1')?.flights);
      await close();
      return countStates(states, effects);
    },
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]();
    },
  };
}
