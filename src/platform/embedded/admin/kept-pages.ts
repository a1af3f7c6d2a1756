import { airlines } from '../kept/airlines.ts';
import { airports } from '../kept/airports.ts';
import { ranks } from '../kept/ranks.ts';
import { subfleets } from '../kept/subfleets.ts';
import type { KeptPage } from './kept-page.ts';

/** The lists beside that of aircraft. */
export const keptPages: readonly KeptPage[] = [
  {
    kept: airlines,
    path: 'airlines',
    title: 'Airlines',
    about: 'Pilots and schedules belong to an airline. The first one is that of new pilots.',
    shown: ['iata', 'callsign', 'colour'],
  },
  {
    kept: subfleets,
    path: 'subfleets',
    title: 'Subfleets',
    about: 'Aircraft of one type. Schedules say which subfleets fly them, and ranks which they may fly.',
    shown: [],
  },
  {
    kept: ranks,
    path: 'ranks',
    title: 'Ranks',
    about: 'Pilots get a rank by their hours, or from staff on their page. It says what they may fly.',
    shown: ['hours', 'accepts'],
  },
  {
    kept: airports,
    path: 'airports',
    title: 'Airports',
    about: 'The airports of the world, with your own additions and corrections.',
    shown: ['iata', 'country', 'elevation'],
  },
];
