import { Refusal } from '../../tracking/refusals.ts';
import type { Endpoint } from '../endpoint.ts';
import type { PostOptions } from './post.ts';

/** As operators give them, and as they are stored. */
type Given = Readonly<Record<string, string>>;

const flags = ['picture', 'pilot'] as const;

/**
 * Checks the settings of a channel: `picture` and `pilot` are `yes` or `no`, `site` is the address of the pages.
 * @throws Refusal `invalid`
 */
export function requirePostOptions(given: Given): Given {
  for (const [name, value] of Object.entries(given)) {
    if (name === 'site' && (value === '' || isSite(value))) continue;
    if (name === 'site') throw wrong(name, 'must be the address of your pages, such as https://crew.example/tracker/.');
    if (!flags.some((flag) => flag === name)) throw wrong(name, 'is unknown. Use picture, pilot or site.');
    if (value !== 'yes' && value !== 'no') throw wrong(name, 'must be yes or no.');
  }
  return given;
}

/** Reads the settings of a channel; what is missing has its default. */
export function postOptionsOf({ options }: Pick<Endpoint, 'options'>): PostOptions {
  const { picture, pilot, site } = options;
  return {
    picture: picture !== 'no',
    pilot: pilot === 'yes',
    site: typeof site === 'string' && isSite(site) ? site : null,
  };
}

function isSite(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && text.endsWith('/') && url.search === '' && url.hash === '';
}

function wrong(name: string, message: string): Refusal {
  return new Refusal('invalid', { message: `The option "${name}" ${message}`, fields: { [name]: message } });
}
