import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { FleetAircraft } from '../../tracking/desk-model.ts';
import { wireId } from '../client-rows.ts';
import type { SessionRoute } from '../contract.ts';
import { nullable } from '../fields.ts';
import { airportRowSchema, listKnownAircraft, listKnownAirports } from '../known-places.ts';
import { plainText } from '../markup.ts';
import { reading } from '../params.ts';

const aircraftSchema = Type.Object(
  {
    id: Type.Integer({ description: "The crew center's id of the aircraft" }),
    code: Type.String({ description: 'ICAO type' }),
    name: Type.String({ description: 'Name' }),
    registration: Type.String({ description: 'Registration; empty where there is none' }),
    maximum_passengers: Type.Integer({ description: 'Seats; 0 where they are not known' }),
    maximum_cargo: Type.Integer({ description: 'Pounds; 0 where it is not known' }),
    minimum_rank: Type.String({ description: 'Name of the lowest rank that may fly it; empty: any' }),
  },
  { title: 'Aircraft' },
);

const list = { ...reading, method: 'GET', body: null, query: null } as const;

export const aircraft: SessionRoute = {
  ...list,
  path: '/data/aircraft',
  summary: 'The fleet',
  description: 'All aircraft in service, and every one that a bid of this pilot names.',
  answers: { 200: Type.Array(aircraftSchema) },
  handle: async (calls, session) => ({
    status: 200,
    body: (await listKnownAircraft(calls, session)).map(encodeAircraft),
  }),
};

export function encodeAircraft(each: FleetAircraft): Static<typeof aircraftSchema> {
  const code = each.icao ?? '';
  return {
    id: wireId(each.id),
    code,
    name: each.name ?? code,
    registration: each.registration ?? '',
    maximum_passengers: Math.round(each.maxPassengers ?? 0),
    maximum_cargo: Math.round(each.maxCargoLb ?? 0),
    minimum_rank: each.minRank ?? '',
  };
}

export const airports: SessionRoute = {
  ...list,
  path: '/data/airports',
  summary: 'All airports',
  description: 'Among them every one that a bid of this pilot names.',
  answers: { 200: Type.Array(airportRowSchema) },
  handle: async (calls, session) => ({ status: 200, body: await listKnownAirports(calls, session) }),
};

/** As many as the module lists. */
const maxAnnouncements = 10;
const subtitleLength = 200;

export const announcements: SessionRoute = {
  ...list,
  path: '/data/announcements',
  summary: 'The latest news',
  description: `At most ${maxAnnouncements}, as plain text, newest first.`,
  answers: {
    200: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Stays the same while the text does' }),
          title: Type.String({ description: 'Title' }),
          subtitle: Type.String({ description: `The first ${subtitleLength} characters of the text` }),
          body: Type.String({ description: 'Text, without markup' }),
          link: nullable<string>('string', { description: 'null' }),
          image: nullable<string>('string', { description: 'null' }),
          publish_date: Type.String({ description: '`YYYY-MM-DD`, UTC; empty where it is not known' }),
        },
        { title: 'Announcement' },
      ),
    ),
  },
  async handle({ desk }) {
    const items = desk.offers('news') ? await desk.news(maxAnnouncements) : [];
    const body = items.map(({ title, body: text, postedAt }) => {
      const plain = plainText(text);
      return {
        id: createHash('sha256').update(`${postedAt}\0${title}\0${text}`).digest('hex').slice(0, 16),
        title: plainText(title),
        subtitle: [...plain].slice(0, subtitleLength).join(''),
        body: plain,
        link: null,
        image: null,
        publish_date: postedAt === null ? '' : new Date(postedAt).toISOString().slice(0, 10),
      };
    });
    return { status: 200, body };
  },
};
