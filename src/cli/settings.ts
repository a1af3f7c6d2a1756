import { didYouMean } from '../lib/nearest.ts';
import type { CrewCenter } from '../platform/embedded/crew-center.ts';
import { listHostSettings, writeHostSettings } from '../platform/embedded/host-setting-admin.ts';
import { readTrackerConfig, writeTrackerConfig } from '../platform/embedded/settings.ts';
import { trackerSetting, trackerSettingNames } from '../platform/seven/settings.ts';
import { CommandError } from './command.ts';
import { commandOf } from './command-of.ts';
import { withCrewCenter } from './crew-center/open.ts';
import { readSecret } from './flying/credentials.ts';
import { form } from './form.ts';
import type { About } from './help.ts';
import { toTable } from './table.ts';

const trackerSettings = trackerSettingNames.map(trackerSetting);

const about: About = {
  name: 'settings',
  summary: 'list and set the crew center’s settings',
  text: `Lists and changes the crew center's settings, as shown in its admin area. Changes take effect within 5 seconds. The client token is
read from standard input (-) and only its hash is stored; then set client_token_required.

${trackerSettings.map(({ name, summary, bounds }) => `  ${name.padEnd(22)} ${summary}\n${' '.repeat(25)}${bounds}`).join('\n')}

Names with a dot are rules of the crew center, with the keys of phpVMS 7; tracker settings list shows them all.`,
  examples: [
    'tracker settings list',
    'tracker settings set bids.disable_flight_on_bid false',
    'tracker settings set session_token_ttl 720',
    'tracker settings set bids_required false',
  ],
};

const list = form({
  name: 'list',
  async run(_given, io) {
    const [stored, rules] = await withCrewCenter(io, (crewCenter) => [
      readTrackerConfig(crewCenter),
      listHostSettings(crewCenter),
    ]);
    const config = { ...stored, client_token_hash: stored.client_token_hash === '' ? '' : 'set' };
    if (io.json)
      io.out(JSON.stringify({ ...config, ...Object.fromEntries(rules.map((rule) => [rule.key, rule.value])) }));
    else {
      const ours = trackerSettings.map(({ name, unit, summary }) => {
        return [name, config[name] === '' ? null : `${config[name]}${unit === null ? '' : ` ${unit}`}`, summary];
      });
      const host = rules.map(({ key, value, summary }) => [key, value === '' ? null : value, summary]);
      io.out(toTable(['SETTING', 'VALUE', 'DESCRIPTION'], [...ours, ...host], io.columns));
    }
    return 0;
  },
});

const set = form({
  name: 'set',
  positionals: ['NAME', 'VALUE'],
  done(given) {
    const name = given.positional(0);
    if (name === 'client_token') return ['client-token', 'set', null];
    const isSecret = name === 'client_token_hash';
    return [name.includes('.') ? 'rules' : 'settings', name, isSecret ? null : given.positional(1)];
  },
  async run(given, io) {
    const name = given.positional(0);
    const value = given.positional(1);
    if (name === 'client_token' && value !== '-')
      throw new CommandError('The client token is read from standard input: tracker settings set client_token -', 2);
    await withCrewCenter(io, (crewCenter) => requireSetting(crewCenter, name));
    if (name.includes('.')) {
      const [rule] = await withCrewCenter(io, (crewCenter) => writeHostSettings(crewCenter, { [name]: value }));
      const now = rule?.value ?? '';
      io.out(io.json ? JSON.stringify({ [name]: now }) : `${name} is ${now === '' ? 'empty' : now} now.`);
      return 0;
    }
    const text = name === 'client_token' ? await readSecret('-') : value;
    const config = await withCrewCenter(io, (crewCenter) => writeTrackerConfig(crewCenter, { [name]: text }));
    if (name === 'client_token') {
      io.out(io.json ? JSON.stringify({ client_token: 'set' }) : 'The client token is set; only its hash is stored.');
      return 0;
    }
    const now = Object.entries(config).find(([each]) => each === name)?.[1] ?? '';
    io.out(io.json ? JSON.stringify({ [name]: now }) : `${name} is ${now === '' ? 'empty' : now} now.`);
    return 0;
  },
});

/** Settings of the embedded crew center. */
export const command = commandOf(about, [list, set]);

/** @throws CommandError with the most similar name */
function requireSetting(crewCenter: CrewCenter, name: string): void {
  const names = [...trackerSettingNames, 'client_token', ...listHostSettings(crewCenter).map(({ key }) => key)];
  if (names.includes(name)) return;
  throw new CommandError(`${name} is not a setting.${didYouMean(name, names)} See: tracker settings list`, 1, {
    code: 'not-found',
  });
}
