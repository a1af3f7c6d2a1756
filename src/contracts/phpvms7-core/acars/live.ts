import { Type } from 'typebox';
import type { Calls } from '../../../tracking/calls.ts';
import type { FlightView } from '../../../tracking/figures/flight-view.ts';
import { isPhase } from '../../../tracking/figures/phase.ts';
import type { OpenRoute, WireAnswer, WireRequest } from '../../contract.ts';
import { dataSchema } from '../face.ts';
import { encodePirep } from '../pireps/resource.ts';
import { trackedPirepSchema } from '../rows/pirep.ts';
import { liveGeojson, liveSchema } from './geojson.ts';

const open = {
  method: 'GET',
  access: 'client',
  body: null,
  query: null,
  refusals: [],
  bodyLimit: 'normal',
  servesWhenDisabled: true,
} as const;

/** For how long an answer is kept: it is as long as there are flights, and anyone may ask for it. */
const keptMs = 1_000;

interface Kept {
  readonly at: number;
  readonly count: number;
  readonly body: string;
}

/** Returns a handler that encodes the flights on the map once a second, and when there are more or fewer. */
function livePage(encode: (views: readonly FlightView[]) => unknown) {
  const answers = new WeakMap<Calls, Kept>();
  return async (calls: Calls, { now }: Pick<WireRequest, 'now'>): Promise<WireAnswer> => {
    const views = await calls.listLive();
    const kept = answers.get(calls);
    if (kept?.count === views.length && now >= kept.at && now - kept.at < keptMs)
      return { status: 200, body: kept.body };
    const body = JSON.stringify({ data: encode(views) });
    answers.set(calls, { at: now, count: views.length, body });
    return { status: 200, body };
  };
}

/** Without its pilot, and without the words of a client: nobody needs a key to see it. */
function publicView(view: FlightView): FlightView {
  const { flight, lastPosition } = view;
  const ours = (phase: string | null) => (phase !== null && isPhase(phase) ? phase : null);
  return {
    ...view,
    phase: ours(view.phase),
    flight: { ...flight, pilot: { ...flight.pilot, id: '0', ident: '', name: '' }, said: null },
    lastPosition: lastPosition && {
      ...lastPosition,
      phase: ours(lastPosition.phase),
      transponder: null,
      autopilot: null,
      simTime: null,
    },
  };
}

/** The public live map, for widgets of websites and for clients that look whether the server lives. */
export const liveMap: readonly OpenRoute[] = [
  {
    ...open,
    path: '/acars',
    summary: 'The flights that are under way',
    description:
      'PIREPs with their newest position, as on the public map: without the pilot, and without notes and custom fields. Renewed once a second.',
    answers: { 200: dataSchema(Type.Array(trackedPirepSchema)) },
    handle: livePage((views) => views.map((view) => encodePirep(publicView(view)))),
  },
  {
    ...open,
    path: '/acars/geojson',
    summary: 'The same as GeoJSON',
    description: 'One point for each flight.',
    answers: { 200: dataSchema(liveSchema) },
    handle: livePage(liveGeojson),
  },
];
