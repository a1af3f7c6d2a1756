import { flownTrack, noFigures } from './flown.ts';
import { WebWorld } from './web-world.ts';

export const places = { from: { lat: 47.45, lon: 8.55 }, to: { lat: 21.04, lon: -86.87 } };

/** A served world with one filed flight and one under way, and a key with every scope. */
export async function apiWorld(pages: Parameters<typeof WebWorld.open>[0] = {}) {
  const web = await WebWorld.open(pages);
  const { world } = web;
  const first = await world.startFlight();
  const track = flownTrack({ ...places, startAt: world.clock.now(), count: 50 });
  await world.clock.advance(600_000);
  await world.calls.report(first.session, { name: null, positions: track, opening: null });
  await world.calls.finish(first.session, { name: null, figures: noFigures, opening: null });
  const [next] = await world.calls.listBids(first.session);
  if (next === undefined) throw new Error('the demo has another bid');
  const second = await world.startFlight(next.plan.arrival.icao);
  const later = flownTrack({ ...places, startAt: world.clock.now() - 500_000, count: 10 });
  await world.calls.report(second.session, { name: null, positions: later, opening: null });
  const { apiKeys } = world.server.tracker;
  const scopes = ['flights', 'pireps', 'pilots', 'changes'];
  const { key, secret } = await apiKeys.create('test', { name: 'Test', scopes, days: null });
  const headers = { authorization: `Bearer ${secret.reveal()}` };
  const get = (path: string, more: Record<string, string> = {}) =>
    web.get(`/tracker/api/v1${path}`, { ...headers, ...more });
  return { web, world, filed: first.flight, open: second.flight, key, headers, get, apiKeys };
}
