import type { LeaseTable } from '../../src/journal/lease-table.ts';
import type { MysqlEngine } from '../../src/journal/mysql/engine.ts';
import { MysqlLeaseTable } from '../../src/journal/mysql/lease-table.ts';
import { openMysqlEngine } from '../../src/journal/mysql/open.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type Galera, galeraLogin } from '../../test/hosts/galera/galera.ts';
import { withoutFence } from './no-fence.ts';

/** What a former owner wrote after another server had the partition. */
interface Written {
  readonly written: number;
  readonly refused: number;
}

type Take = (table: LeaseTable, partition: number, epoch: number) => Promise<number | null>;

/**
 * A server on one node writes to a partition at the moment at which a server on another node takes it: afterwards it must be
 * refused. Then the same without the fence, and with a lease that has no epoch: the former owner's writes must be noticed.
 */
export async function formerOwner(
  galera: Galera,
  tries: number,
): Promise<{ readonly text: string; readonly isProven: boolean }> {
  await galera.empty();
  const engines = await Promise.all(galera.nodes.slice(0, 2).map(({ ports }) => openEngine(ports.sql)));
  try {
    const [one, two] = engines;
    if (one === undefined || two === undefined) throw new Error('there are two engines');
    const raise: Take = (table, partition, epoch) => table.take(partition, epoch, 'other');
    const real = await race(one, two, { partition: 0, take: raise, tries });
    const open = await withoutFence(() => race(one, two, { partition: 1, take: raise, tries }));
    const same = await race(one, two, { partition: 2, take: async (_, __, epoch) => epoch, tries });
    const isProven = real.written === 0 && real.refused === tries && open.written > 0 && same.written > 0;
    return {
      text: `${describe(real)}; without the fence ${describe(open)}; without an epoch ${describe(same)}`,
      isProven,
    };
  } finally {
    for (const engine of engines) await engine.close();
  }
}

function openEngine(port: number): Promise<MysqlEngine> {
  return openMysqlEngine({ hosts: [{ host: '127.0.0.1', port }], ...galeraLogin, clock: systemClock });
}

/** The former owner has opened the journal; the new one takes and opens it; then the former one writes. */
async function race(
  former: MysqlEngine,
  next: MysqlEngine,
  { partition, take, tries }: { readonly partition: number; readonly take: Take; readonly tries: number },
): Promise<Written> {
  const [own, other] = [new MysqlLeaseTable(former.database, 1_000), new MysqlLeaseTable(next.database, 1_000)];
  let [written, refused] = [0, 0];
  for (let tried = 0; tried < tries; tried++) {
    const { epoch: before = 0 } = (await own.read()).partitions[partition] ?? {};
    const epoch = await own.take(partition, before, 'former');
    if (epoch === null) throw new Error('nobody else takes it here');
    const journal = await former.openPartition(partition, epoch);
    await journal.saveDelivered(1, tried);
    // It fails while the other node does not have the last write yet.
    while ((await take(other, partition, epoch)) === null);
    await journal.saveDelivered(1, tried).then(
      () => (written += 1),
      () => (refused += 1),
    );
    await journal.close();
  }
  return { written, refused };
}

const describe = ({ written, refused }: Written) => `${written} written, ${refused} refused`;
