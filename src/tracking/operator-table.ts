import type { OperatorCalls } from './operator-calls.ts';

interface Row {
  /** Who is asked where the flights are divided among several: all, or one after the other until one knows the flight or pilot. */
  readonly asks: 'all' | 'owner';
  /** Whether it crosses the wire as it is; what yields pieces does not. */
  readonly crosses: 'plainly' | 'as-text';
}

/** Every call of the operator, once: what asks several cores and servers is derived from here. */
export const operatorTable = {
  listFlights: { asks: 'all', crosses: 'plainly' },
  pageFlights: { asks: 'all', crosses: 'plainly' },
  readFlight: { asks: 'all', crosses: 'plainly' },
  releaseFlight: { asks: 'owner', crosses: 'plainly' },
  finishFlight: { asks: 'owner', crosses: 'plainly' },
  cancelFlight: { asks: 'owner', crosses: 'plainly' },
  listSessions: { asks: 'all', crosses: 'plainly' },
  endSessions: { asks: 'all', crosses: 'plainly' },
  exportPilot: { asks: 'owner', crosses: 'as-text' },
  findErasable: { asks: 'owner', crosses: 'plainly' },
  erasePilot: { asks: 'owner', crosses: 'plainly' },
  correctPirep: { asks: 'owner', crosses: 'plainly' },
  judgeAgain: { asks: 'owner', crosses: 'plainly' },
  listOutbox: { asks: 'all', crosses: 'plainly' },
  retryOutbox: { asks: 'owner', crosses: 'plainly' },
  setAside: { asks: 'owner', crosses: 'plainly' },
} as const satisfies Readonly<Record<keyof OperatorCalls, Row>>;
