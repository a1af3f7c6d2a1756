/** What `--help` says. */
export const usage = `usage: npm run bench -- BENCH [options]

Measures the server as it is shipped: one line for each goal, progress on standard error.

  positions [--contract smartcars3|phpvms7-core|legacy]   positions a second and their CPU, beside a bare Fastify or native ones
  legacy            the legacy contract beside a plain PHP script (nginx, PHP-FPM, MariaDB)
  fleet             ten thousand flights: waiting, start, bytes and memory [--only P3a,P6b,…] [--minutes N]
  journal [--on mysql]   the journal alone; in MariaDB and in a Galera cluster of three, beside a file
  hosting           a server on a shared host: memory, threads, start, pages through PHP [--only H1,…] [--site URL of a phpVMS 7]
  core-clients      clients of phpVMS 7's own API [--site URL --key FILE]
  pages             what each page costs a browser, with 1,000 pilots and 20,000 PIREPs
  peers             beside Redis, Mosquitto and PHP with MariaDB, each killed and its power cut
  phpvms7           beside a real phpVMS 7: --site URL [--key KEY]
  deliver           how far behind the crew center's own tables are
  map               viewers of the live feed
  map-page          the live map in Chromium [--minutes N]
  modules           positions while a module spins
  rules             a set of rules tried on a year of flights while others fly
  strangers         what strangers can do to others [--only N1,…] [--against FOLDER of another checkout]
  webhooks          positions while events are delivered
  eta               how far off expected landings are

  --rounds N        interleaved rounds, 5 if not said; the order turns round each time. 8 or more leave out the extremes
  --cores shared    server and load on the same two cores (if not said)
  --cores apart     the server on the first core, the load on the second (positions)
  --short           one short round, only to see that it runs; without BENCH all that have one
  --without PARTS   of these leave out those that need a program of others: mariadb,chromium
  --busy            measures at once: else it waits until others use less than 0.1 cores, 10 minutes at most, and marks the figure
  --record          keeps the figures of promises for docs/promises.md
  --json            one JSON object for each goal
  --help            this text

A value is the median of the rounds' own ratios. Where the rounds do not agree on which side of the goal it lies, the verdict
is "undecided"; where others used more than half a core (positions), it is "not to be believed", and is not recorded. CPU is that of the server's threads, "main" of the one that handles requests.
Exit code 0: all met. 1: one missed. 2: wrong arguments. 3: none missed, one undecided or not to be believed.`;
