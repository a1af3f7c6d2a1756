import type { Page } from 'playwright-core';
import { fanOut, openLayers, openSheet, playReplay, seeDay, seeTaxi, zoomIn } from './acts.ts';
import type { FlightKind } from './flights.ts';

/** Windows of which pictures are made. */
export const sizes = {
  phone: { width: 390, height: 844 },
  laptop: { width: 1440, height: 900 },
  wide: { width: 1920, height: 1080 },
  ultrawide: { width: 3440, height: 1440 },
  upright: { width: 1080, height: 1920 },
} as const;
export type Size = keyof typeof sizes;

/** What stands on a server of its own: flights on the map alone, or flights with their tracks. */
export type Scene = 'empty' | 'day' | 'two' | 'heathrow' | 'world' | 'flights' | 'layers';

/** A picture of the pages: `NAME-SIZE-SCHEME.png`. */
export interface FacePicture {
  readonly name: string;
  readonly scene: Scene;
  /** Below `/tracker/`; of a flight the path of its page. */
  readonly path: string | { readonly flight: FlightKind } | { readonly chosen: FlightKind };
  readonly sizes: readonly Size[];
  readonly isWholePage?: true;
  /** What is done before it is taken. */
  act?(page: Page): Promise<void>;
}

const every = Object.keys(sizes) as readonly Size[];
const usual = ['phone', 'laptop'] as const;

const flightPages = (
  [
    'diverted',
    'go-around',
    'touch-and-go',
    'paused',
    'two-reports',
    'no-report',
    'sixty-reports',
    'thousand-reports',
    'dateline',
    'pole',
    'silent',
    'live',
  ] as const
).map((flight): FacePicture => {
  return { name: `flight-${flight}`, scene: 'flights', path: { flight }, sizes: usual, isWholePage: true };
});

/** All pictures; what does not exist yet at a version of the pages shows what there is. */
export const facePictures: readonly FacePicture[] = [
  { name: 'map-0', scene: 'empty', path: '', sizes: every },
  { name: 'map-after-a-day', scene: 'day', path: '', sizes: every, act: seeDay },
  { name: 'map-2', scene: 'two', path: '', sizes: every },
  { name: 'map-60', scene: 'heathrow', path: '', sizes: every },
  { name: 'map-1000', scene: 'world', path: '', sizes: every },
  { name: 'flight', scene: 'flights', path: { flight: 'usual' }, sizes: every },
  { name: 'crowd', scene: 'heathrow', path: '?follow=made00025', sizes: usual, act: (page) => zoomIn(page, 7) },
  { name: 'crowd-fanned-out', scene: 'heathrow', path: '?follow=made00000', sizes: usual, act: fanOut },
  { name: 'airport-z13', scene: 'heathrow', path: '?follow=made00014', sizes: usual, act: (page) => zoomIn(page, 13) },
  { name: 'taxi', scene: 'flights', path: { chosen: 'parked' }, sizes: usual, act: seeTaxi },
  { name: 'chosen', scene: 'flights', path: { chosen: 'live' }, sizes: every },
  { name: 'silent', scene: 'flights', path: { chosen: 'silent' }, sizes: usual },
  { name: 'phone-sheet', scene: 'world', path: '', sizes: ['phone'], act: openSheet },
  { name: 'replay', scene: 'flights', path: 'replay', sizes: usual, act: playReplay },
  { name: 'flight-whole', scene: 'flights', path: { flight: 'usual' }, sizes: usual, isWholePage: true },
  { name: 'layers', scene: 'layers', path: '?layers=weather,controllers,traffic', sizes: usual, act: openLayers },
  ...flightPages,
  { name: 'airport', scene: 'flights', path: 'airports/EDDF', sizes: usual },
  { name: 'not-found', scene: 'empty', path: 'flights/nowhere', sizes: usual },
];
