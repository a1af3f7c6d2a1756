import { partitionCount } from '../src/journal/partition.ts';
import { leaseTableSuite } from './lease-table-suite.ts';
import { MemoryLeaseTable } from './memory-lease-table.ts';

leaseTableSuite('in memory', async () => {
  const table = new MemoryLeaseTable(partitionCount);
  return [table, table];
});
