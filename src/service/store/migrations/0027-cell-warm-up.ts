import type { Migration } from './migration.ts';

/** Whether the call of a stored output was among the first of its process. */
export const cellWarmUp: Migration = {
  number: 27,
  name: 'cell-warm-up',
  statements: () => ['alter table cells add column warm_up text'],
};
