import type { FastifyInstance } from 'fastify';
import { formOf } from '../access/guard.ts';
import { readUnits } from '../browser/units.js';
import { cookiePath, rootOf } from '../place.ts';
import { languages, preferredLanguage } from './languages.ts';
import { writeViewCookie, zoneOf } from './visitor.ts';

/** Registers the form with which a visitor chooses language, units and time zone; they are kept in a cookie. */
export function registerVisitor(scope: FastifyInstance): void {
  scope.post('/view', { config: { form: 'stranger' } }, (request, reply) => {
    const form = formOf(request);
    const lang = form.get('lang') ?? '';
    const units = readUnits(['altitude', 'speed', 'distance', 'weight'].map((name) => form.get(name)).join('-'));
    const chosen = {
      lang: Object.hasOwn(languages, lang) ? lang : preferredLanguage(request.headers['accept-language']),
      units,
      zone: zoneOf(form.get('zone') ?? ''),
    };
    return reply
      .header('set-cookie', writeViewCookie(chosen, cookiePath(request)))
      .redirect(rootOf(request) + pathBelow(form.get('to') ?? ''), 303);
  });
}

/** Returns a path below `/tracker/`, so that the form cannot redirect to another site; choices in its address give way to the form's. */
export function pathBelow(to: string): string {
  const [path = '', query = ''] = to.split('?');
  const isSafe = /^(?:[\w-]+(?:\/[\w-]+)*\/?)?$/.test(path) && to.length <= 2_000;
  if (!isSafe) return '';
  const kept = new URLSearchParams(query);
  for (const name of ['lang', 'units', 'zone']) kept.delete(name);
  return kept.size === 0 ? path : `${path}?${kept}`;
}
