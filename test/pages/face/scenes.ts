import { until } from '../../until.ts';
import { Site } from '../site.ts';
import { flyHeathrow, flyWorld } from './fleets.ts';
import { type FlightKind, flightKinds, flyDay, flyEurope, flyKinds } from './flights.ts';
import { standingClock } from './moment.ts';
import { openOutside } from './outside.ts';
import type { FacePicture, Scene } from './pictures.ts';

/** A server with the flights of a scene. */
export interface Shown extends AsyncDisposable {
  addressOf(picture: FacePicture): string;
}

/** Opens the server of a scene, with its flights. */
export async function openScene(scene: Scene): Promise<Shown> {
  await using opened = new AsyncDisposableStack();
  const outside = scene === 'layers' ? opened.use(await openOutside()) : null;
  const site = opened.use(await Site.openAt(standingClock, { ...outside?.environment }));
  // The server reads the crew center's name every few seconds.
  await until(() => site.calls.status().settings.name === 'Demo Air', { everyMs: 100 });
  const ids = await fill(site, scene);
  const owned = opened.move();
  return {
    addressOf({ path }) {
      if (typeof path === 'string') return site.url(`/tracker/${path}`);
      return 'flight' in path
        ? site.url(`/tracker/flights/${ids.get(path.flight)}`)
        : site.url(`/tracker/?flight=${ids.get(path.chosen)}`);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function fill(site: Site, scene: Scene): Promise<ReadonlyMap<FlightKind, string>> {
  if (scene === 'two') flyWorld(site, 2);
  if (scene === 'heathrow') flyHeathrow(site, 60);
  if (scene === 'world') flyWorld(site, 1_000);
  if (scene === 'day') await flyDay(site);
  if (scene === 'layers') await flyEurope(site);
  return scene === 'flights' ? flyKinds(site, flightKinds) : new Map();
}
