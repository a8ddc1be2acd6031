import type { Migration } from './migration.ts';

/** Labels of variants, evaluations and test sets, found by name and value. */
export const labels: Migration = {
  number: 40,
  name: 'labels',
  statements: ({ text }) =>
    ['variant', 'evaluation', 'testset'].flatMap((kind) => [
      `create table ${kind}_labels (
        record_id ${text} not null references ${kind}s (id) on delete cascade, name ${text} not null, value ${text} not null,
        primary key (record_id, name))`,
      `create index ${kind}_labels_by_value on ${kind}_labels (name, value, record_id)`,
    ]),
};
