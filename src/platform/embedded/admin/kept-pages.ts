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
    title: 'fleet.airlines',
    about: 'kept.airlines-about',
    shown: ['iata', 'callsign', 'colour'],
  },
  {
    kept: subfleets,
    path: 'subfleets',
    title: 'fleet.subfleets',
    about: 'kept.subfleets-about',
    shown: [],
  },
  {
    kept: ranks,
    path: 'ranks',
    title: 'fleet.ranks',
    about: 'kept.ranks-about',
    shown: ['hours', 'accepts'],
  },
  {
    kept: airports,
    path: 'airports',
    title: 'fleet.airports',
    about: 'kept.airports-about',
    shown: ['iata', 'country', 'elevation'],
  },
];
