import { type Static, Type } from 'typebox';
import { maxPerPage, type PirepFilter, type PirepSummary } from '../../../tracking/desk-model.ts';
import { invalid } from '../../body.ts';
import type { SessionRoute } from '../../contract.ts';
import { optionalId, optionalText } from '../../fields.ts';
import { byGetAndPost, decodeCode, paramsAs, reading } from '../../params.ts';
import { decodeId } from '../../reports.ts';
import type { Flavour } from '../flavour.ts';
import { encodePirep, pirepRowSchema } from '../pirep-row.ts';

const searchParams = Type.Object(
  {
    departureAirport: optionalText('Departure, ICAO code', 64),
    arrivalAirport: optionalText('Arrival, ICAO code', 64),
    startDate: optionalText('First day, `YYYY-MM-DD`', 64),
    endDate: optionalText('Last day, `YYYY-MM-DD`', 64),
    status: optionalText('`pending`, `accepted`, or `rejected` (`denied`), in any case', 64),
    aircraft: optionalId('Id of the aircraft'),
  },
  { title: 'PirepSearch' },
);

export function searchPireps(flavour: Flavour): readonly SessionRoute[] {
  return byGetAndPost(searchParams, {
    ...reading,
    path: '/pireps/search',
    summary: "The pilot's logbook",
    description: `The ${maxPerPage} that were filed last, of those that match all that is given.`,
    answers: { 200: Type.Array(pirepRowSchema) },
    async handle({ desk }, session, params) {
      const filter = filterOf(paramsAs(searchParams, params));
      const { items } = await desk.listPireps(session, filter, { page: 1, perPage: maxPerPage });
      return { status: 200, body: items.map((pirep) => encodePirep(flavour, pirep)) };
    },
  });
}

const dayMs = 24 * 3_600_000;

function filterOf(params: Static<typeof searchParams>): PirepFilter {
  const to = dayOf('endDate', params.endDate);
  return {
    departure: decodeCode(params.departureAirport),
    arrival: decodeCode(params.arrivalAirport),
    state: stateOf(params.status),
    aircraftId: decodeId(params.aircraft),
    from: dayOf('startDate', params.startDate),
    to: to === null ? null : to + dayMs,
  };
}

const states: ReadonlyMap<string, PirepSummary['state']> = new Map([
  ['pending', 'pending'],
  ['accepted', 'accepted'],
  ['rejected', 'rejected'],
  ['denied', 'rejected'],
]);

function stateOf(text: string | null | undefined): PirepFilter['state'] {
  const word = text?.trim().toLowerCase() ?? '';
  if (word === '') return null;
  const state = states.get(word);
  if (state === undefined) throw invalid({ status: 'must be pending, accepted or rejected' });
  return state;
}

function dayOf(name: string, text: string | null | undefined): number | null {
  const given = text?.trim() ?? '';
  if (given === '') return null;
  const at = Date.parse(`${/^\d{4}-\d{2}-\d{2}/.exec(given)?.[0] ?? ''}T00:00:00Z`);
  if (Number.isNaN(at)) throw invalid({ [name]: 'must be a day as YYYY-MM-DD' });
  return at;
}
