import { type Liar, liar } from './liar.ts';

export const pilotLiars: readonly Liar[] = [
  liar('takes any password', 'login: every spelling', (honest, { fixtures }) => ({
    authenticate: async () => (await honest.readPilots([fixtures.first.id])).get(fixtures.first.id) ?? null,
  })),
  liar('takes e-mails only', 'login: every spelling', (honest) => ({
    authenticate: async (login, password) => (login.includes('@') ? honest.authenticate(login, password) : null),
  })),
  liar('takes each spelling of a login for an account of its own', 'login: every spelling', () => ({
    findPilotId: async (login) => login.toLowerCase(),
  })),
  liar('claims keys and takes none', 'login: a key', () => ({ authenticateKey: async () => null })),
  liar('takes keys that it claims not to have', 'login: a key', (honest) => ({
    capabilities: { ...honest.capabilities, apiKeys: false },
  })),
  liar('reads a pilot once', 'pilots: a change of standing', (honest) => {
    const known = new Map();
    return {
      readPilots: async (ids) => {
        for (const [id, pilot] of await honest.readPilots(ids)) if (!known.has(id)) known.set(id, pilot);
        return known;
      },
    };
  }),
  liar('does not see a new password', 'pilots: credentialVersion', (honest) => ({
    readPilots: async (ids) => {
      const all = [...(await honest.readPilots(ids))];
      return new Map(all.map(([id, pilot]) => [id, { ...pilot, credentialVersion: 'always' }]));
    },
  })),
  liar('knows pilots nobody asked for', 'pilots: those asked for', (honest, { fixtures: { first } }) => ({
    readPilots: (ids) => honest.readPilots([...ids, first.id]),
  })),
  liar('keeps pilots who are gone', 'pilots: one who is gone', (honest, { fixtures }) => ({
    readPilots: async (ids) => {
      const found = await honest.readPilots(ids);
      const [first] = found.values();
      return first === undefined ? found : new Map([...found, [fixtures.second.id, first]]);
    },
  })),
];
