/** Something that Tracker promises, and the command that shows whether it is kept. */
export interface PromiseMade {
  /** A proof calls `figure` with it; a goal of a benchmark has it as its name. */
  readonly id: string;
  /** In words that a pilot or an operator understands. */
  readonly sentence: string;
  /** `npm run prove -- …` or `npm run bench -- …`, without a site or anything else that is only somebody's. */
  readonly command: string;
}

/** Every promise whose proof runs on any machine, in the order of `docs/promises.md`. */
export const promises: readonly PromiseMade[] = [
  {
    id: 'durability.kill',
    sentence:
      'A position that was acknowledged is stored, once, when the server is killed the moment after: of clients of every kind.',
    command: 'npm run prove -- durability',
  },
  {
    id: 'durability.power-cut',
    sentence: 'A position that was acknowledged is stored, once, when the power fails the moment after.',
    command: 'npm run prove -- durability',
  },
  {
    id: 'durability.slow-disk',
    sentence: 'The same on a disk that takes long.',
    command: 'npm run prove -- durability',
  },
  {
    id: 'durability.full-disk',
    sentence: 'When the disk is full no position is acknowledged that is not stored, and clients send it again.',
    command: 'npm run prove -- durability',
  },
  {
    id: 'simulated',
    sentence:
      'Whatever goes wrong in a simulated world, step by step from a seed: nothing acknowledged is lost or stored twice, a flight has one PIREP, nobody sees the flight of another, and nothing stays stuck.',
    command: 'npm run prove -- simulate',
  },
  {
    id: 'simulated.planted',
    sentence: 'The simulated world notices every mistake that was put into the code for it to find.',
    command: 'npm run prove -- simulate --self-test',
  },
  {
    id: 'simulated-cluster',
    sentence:
      'The same with three servers that share a journal: a server whose lease was taken stores nothing afterwards, and no two store for one pilot under the same lease.',
    command: 'npm run prove -- simulate-cluster',
  },
  {
    id: 'cluster',
    sentence:
      'Three servers on three database nodes: whichever of them dies, hangs or is cut off, nothing acknowledged is lost, every flight gets its one PIREP, and all pilots are served again within seconds.',
    command: 'npm run prove -- cluster',
  },
  {
    id: 'once',
    sentence:
      'A flight that is finished has exactly one PIREP, and a cancelled one none, wherever the connection to the crew center or our process breaks off.',
    command: 'npm run prove -- once',
  },
  {
    id: 'at-once',
    sentence:
      'A bid that a client files by sixteen calls at once, and again until each is answered, has one PIREP, and every answer is its receipt.',
    command: 'npm run prove -- at-once',
  },
  {
    id: 'outage',
    sentence:
      'When the crew center was away for two hours, it gets every report afterwards, once and in order, and one PIREP of each flight; the operator is told which reports it can never store.',
    command: 'npm run prove -- outage',
  },
  {
    id: 'restart',
    sentence:
      'While the server is upgraded, reloaded or killed, pilots fly on and see no error: what they sent is there, once.',
    command: 'npm run prove -- restart',
  },
  {
    id: 'soak',
    sentence:
      'With bad networks, crashing clients and a crew center that fails: memory does not grow, nothing is lost, every flight gets its one PIREP.',
    command: 'npm run prove -- soak',
  },
  {
    id: 'soak.fleet',
    sentence: 'With 10,000 flights in the air memory does not grow, and every position is stored once.',
    command: 'npm run prove -- soak-fleet',
  },
  {
    id: 'access',
    sentence: 'Nobody can do what only somebody else may: every call, by every kind of caller.',
    command: 'npm run prove -- access',
  },
  {
    id: 'secrets',
    sentence: 'No password, token or key stands in a log, an answer, a page or a file where it should not be.',
    command: 'npm run prove -- secrets',
  },
  {
    id: 'fuzz',
    sentence:
      'No request of any kind makes the server fail, hang, tell a secret of its machine or take more and more memory.',
    command: 'npm run prove -- fuzz',
  },
  {
    id: 'mutants.tracking',
    sentence:
      'Of mistakes that chance makes in the code of the core (src/tracking), at least nine of ten are noticed by a test, the compiler or the simulated world.',
    command: 'npm run prove -- mutants --room tracking',
  },
  {
    id: 'mutants.journal',
    sentence:
      'Of mistakes that chance makes in the code of the journal (src/journal), at least nine of ten are noticed by a test, the compiler or the simulated world.',
    command: 'npm run prove -- mutants --room journal',
  },
  {
    id: 'mutants.cluster',
    sentence:
      'Of mistakes that chance makes in the code of what servers share (src/cluster), at least eight of ten are noticed by a test, the compiler or the simulated world.',
    command: 'npm run prove -- mutants --room cluster',
  },
  {
    id: 'mutants.contracts',
    sentence:
      'Of mistakes that chance makes in the code of what clients are answered (src/contracts), at least eight of ten are noticed by a test, the compiler or the simulated world.',
    command: 'npm run prove -- mutants --room contracts',
  },
  {
    id: 'mutants.adapters',
    sentence:
      'Of mistakes that chance makes in the code of what is asked of crew centers (src/platform), at least eight of ten are noticed by a test, the compiler or the simulated world.',
    command: 'npm run prove -- mutants --room adapters',
  },
  {
    id: 'mutants.webhooks',
    sentence:
      'Of mistakes that chance makes in the code of webhooks (src/webhooks), at least eight of ten are noticed by a test, the compiler or the simulated world.',
    command: 'npm run prove -- mutants --room webhooks',
  },
  {
    id: 'P1a',
    sentence:
      'Storing every position before it is acknowledged costs little beside a bare web server, 256 connections.',
    command: 'npm run bench -- positions',
  },
  {
    id: 'P1b',
    sentence: 'The same with 64 connections.',
    command: 'npm run bench -- positions',
  },
  {
    id: 'P1c',
    sentence: 'The same beside our own server that stores nothing.',
    command: 'npm run bench -- positions',
  },
  {
    id: 'P1d',
    sentence: 'The processor time of a stored position is little more than that of a bare request.',
    command: 'npm run bench -- positions',
  },
  {
    id: 'P2a',
    sentence: 'A position of a phpVMS 5 client is taken many times faster than by a plain PHP script.',
    command: 'npm run bench -- legacy',
  },
  {
    id: 'S1',
    sentence: 'smartCARS 3 is served nearly as fast as native clients.',
    command: 'npm run bench -- positions --contract smartcars3',
  },
  {
    id: 'C1',
    sentence: 'Clients of phpVMS 7’s own API are served nearly as fast as native clients.',
    command: 'npm run bench -- positions --contract phpvms7-core',
  },
  {
    id: 'P3a',
    sentence: 'With 10,000 flights in the air, a position is acknowledged at once.',
    command: 'npm run bench -- fleet',
  },
  { id: 'P3b', sentence: 'A slow disk slows positions no more than it must.', command: 'npm run bench -- fleet' },
  {
    id: 'P4',
    sentence: 'The crew center shows a flight where it was a second ago.',
    command: 'npm run bench -- deliver',
  },
  { id: 'P5a', sentence: 'Thousands of visitors can watch the map.', command: 'npm run bench -- map' },
  { id: 'P5b', sentence: 'Visitors of the map do not slow the flights.', command: 'npm run bench -- map' },
  { id: 'P6a', sentence: 'The millionth position is stored as fast as the first.', command: 'npm run bench -- fleet' },
  {
    id: 'P6b',
    sentence: 'After a crash with 100,000 undelivered rows, flights go on within a second.',
    command: 'npm run bench -- fleet',
  },
  {
    id: 'R1',
    sentence: 'What a set of rules would have done with 20,000 flights is known in minutes.',
    command: 'npm run bench -- rules',
  },
  {
    id: 'R2',
    sentence: 'Pilots who fly meanwhile are answered as before.',
    command: 'npm run bench -- rules',
  },
  { id: 'R3', sentence: 'It takes little memory.', command: 'npm run bench -- rules' },
  { id: 'P7a', sentence: 'A position takes little room on the disk.', command: 'npm run bench -- fleet' },
  { id: 'P7b', sentence: 'A position of an older flight takes next to none.', command: 'npm run bench -- fleet' },
  { id: 'P7c', sentence: 'Positions do not wear the disk out.', command: 'npm run bench -- fleet' },
  {
    id: 'P8',
    sentence: '10,000 connected flights fit into a small machine’s memory.',
    command: 'npm run bench -- fleet',
  },
  {
    id: 'P9',
    sentence:
      'A report that is on disk when it is acknowledged costs little more than with programs that only store it.',
    command: 'npm run bench -- peers',
  },
  {
    id: 'H1',
    sentence: 'On a shared host, started from the packed program, the server takes little memory while nobody flies.',
    command: 'npm run bench -- hosting',
  },
  { id: 'H2', sentence: 'And with 50 pilots in the air.', command: 'npm run bench -- hosting' },
  { id: 'H3', sentence: 'It has few threads, which hosts count.', command: 'npm run bench -- hosting' },
  {
    id: 'H4',
    sentence: 'A server that a host ended is there again for little processor time.',
    command: 'npm run bench -- hosting',
  },
  {
    id: 'H5',
    sentence: 'Two hundred visitors can watch the map through the PHP of a phpVMS 5.',
    command: 'npm run bench -- hosting',
  },
  {
    id: 'W1',
    sentence: 'With 1,000 pilots, 20,000 PIREPs and 10,000 schedules no page takes a browser long.',
    command: 'npm run bench -- pages',
  },
];
