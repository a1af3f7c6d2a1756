import { coreKit } from './core/kit.ts';
import { type AnyKit, anyKit } from './kit.ts';
import { legacyKit } from './legacy/checks.ts';
import { nativeKit } from './native/kit.ts';
import { smartcarsKit } from './smartcars3/kit.ts';
import { stratosKit } from './stratos/kit.ts';
import { Wire } from './wire.ts';

/** The kits of every contract, by its name. */
export const kits: readonly AnyKit[] = [
  anyKit(nativeKit),
  anyKit(legacyKit),
  anyKit(smartcarsKit),
  anyKit(coreKit),
  anyKit(stratosKit),
];

/**
 * Returns what the paths of a contract are appended to: the address itself if the contract answers there, else one of its usual
 * places below it; null when it answers nowhere.
 * @param isNamed - whether the user named the contract: then the address itself comes first
 * @throws Unreachable
 */
export async function findPlace(kit: AnyKit, baseUrl: string, isNamed: boolean): Promise<string | null> {
  const site = baseUrl.replace(/(?<!\/)\/+$/, '');
  const places = isNamed ? ['', ...kit.places] : kit.places;
  for (const place of new Set(places)) {
    const answer = await new Wire(site + place).send({ method: 'GET', path: kit.greeting.path });
    if (answer.status === 200 && kit.greeting.answer.test(answer.text)) return site + place;
  }
  return null;
}
