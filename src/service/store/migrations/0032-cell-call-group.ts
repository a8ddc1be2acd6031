import type { Migration } from './migration.ts';

/** Which calls of other evaluations for the same row were made at the same time. */
export const cellCallGroup: Migration = {
  number: 32,
  name: 'cell-call-group',
  statements: () => ['alter table cells add column call_group text'],
};
