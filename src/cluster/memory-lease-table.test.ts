import { leaseTableSuite } from '../../test/lease-table-suite.ts';
import { MemoryLeaseTable } from './memory-lease-table.ts';
import { partitionCount } from './partition.ts';

leaseTableSuite('in memory', async () => {
  const table = new MemoryLeaseTable(partitionCount);
  return [table, table];
});
