import type { Migration } from './migration.ts';

/** Counts what calls cost that gave no answer, and names the evaluations that share a cost limit. */
export const paidAttempts: Migration = {
  number: 6,
  name: 'paid attempts',
  statements: ({ text, real }) => [
    `alter table evaluations add column failed_before ${real} not null default 0`,
    'alter table evaluations add column unpriced_before integer not null default 0',
    `alter table evaluations add column run_id ${text}`,
    'create index evaluations_by_run on evaluations (run_id) where run_id is not null',
  ],
};
