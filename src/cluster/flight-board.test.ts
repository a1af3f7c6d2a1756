import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlightView } from '../tracking/figures/flight-view.ts';
import { Changes } from '../tracking/flight/changes.ts';
import type { SeenFlight } from '../tracking/running.ts';
import { FlightBoard } from './flight-board.ts';

function flight(id: string): SeenFlight {
  const view = { flight: { id } } as FlightView;
  return {
    flight: view.flight,
    lastPosition: null,
    fold: {} as SeenFlight['fold'],
    knownPhase: 'cruise',
    view: () => view,
  };
}

function idsOf(news: ReturnType<FlightBoard['news']>): readonly string[] {
  return news.flights.map(({ view }) => view.flight.id);
}

test('a flight that was taken over is news to those who asked before, although nothing was reported since', () => {
  const flights = [flight('a')];
  const changes = new Changes((error) => assert.fail(String(error)));
  using board = new FlightBoard(flights, changes, 'start');
  const first = board.news(null);
  assert.deepEqual(idsOf(first), ['a']);
  assert.deepEqual(idsOf(board.news(first)), []);
  flights.push(flight('b'));
  const second = board.news(first);
  assert.deepEqual(idsOf(second), ['b']);
  assert.deepEqual(idsOf(board.news(second)), []);
  // Given away, and taken over again.
  flights.pop();
  const third = board.news(second);
  assert.deepEqual(third.gone, ['b']);
  flights.push(flight('b'));
  const fourth = board.news(third);
  assert.deepEqual([idsOf(fourth), fourth.gone], [['b'], []]);
  // Also for who did not ask in between.
  const late = board.news(second);
  assert.deepEqual([idsOf(late), late.gone], [['b'], []]);
});

test('who asked another start of the server gets everything, whatever number it has seen there', () => {
  const changes = new Changes((error) => assert.fail(String(error)));
  using board = new FlightBoard([flight('a')], changes, 'second start');
  const news = board.news({ start: 'first start', number: 1_000 });
  assert.deepEqual([idsOf(news), news.isAll], [['a'], true]);
});
