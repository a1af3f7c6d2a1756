import { leaseTableSuite } from '../../test/lease-table-suite.ts';
import { partitionCount } from '../journal/partition.ts';
import { MemoryLeaseTable } from './memory-lease-table.ts';

leaseTableSuite('in memory', async () => {
  const table = new MemoryLeaseTable(partitionCount);
  return [table, table];
});
