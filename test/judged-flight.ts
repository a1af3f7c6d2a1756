import type { Journal } from '../src/journal/journal.ts';
import type { Clock } from '../src/lib/clock.ts';
import { detectors } from '../src/tracking/rules/detectors/detectors.ts';
import { createRuleCalls } from '../src/tracking/rules/rule-calls.ts';
import { flownTrack, noFigures } from './flown.ts';
import type { World } from './world.ts';

/** Saves these rules as a set and puts it in force. Returns its number. */
export async function useRules(
  { journal, clock }: { readonly journal: Journal; readonly clock: Clock },
  ...rules: readonly object[]
): Promise<number> {
  const calls = createRuleCalls({ journal, clock, detectors: new Map(detectors.map((each) => [each.name, each])) });
  const { number } = await calls.saveRuleSet('ada@test', { name: 'Ours', rules });
  await calls.useRuleSet('ada@test', number);
  return number;
}

/** A rule that every flight of `flyBesideRunways` breaks. */
export const noRunway = { id: 'no-runway', detector: 'landing', element: 'no-runway' };

const [zurich, besideCancun] = [
  { lat: 47.4647, lon: 8.5492 },
  { lat: 21.0365, lon: -86.877 },
];

/** Flies and files a flight that lands beside the runways. Returns its id. */
export async function flyBesideRunways(world: World, figures = noFigures): Promise<string> {
  const { session, flight } = await world.startFlight();
  const track = flownTrack({ from: zurich, to: besideCancun, startAt: world.clock.now(), count: 100 });
  await world.clock.advance(100 * 10_000);
  await world.calls.report(session, { name: null, positions: track, opening: null });
  await world.calls.finish(session, { name: null, figures, opening: null });
  await world.until(async () => (await world.stateOf(flight.id)) === 'filed');
  return flight.id;
}
