import type { Migration } from './migration.ts';

/** Stores how often a gate has judged the same variants with other data. A look stays when its evaluation is deleted. */
export const gateLooks: Migration = {
  number: 5,
  name: 'gate looks',
  statements: ({ text }) => [
    `create table gate_looks (
      app_id ${text} not null references apps (id) on delete cascade, subject ${text} not null,
      look integer not null, figures ${text} not null, created_at ${text} not null,
      primary key (app_id, subject, look), unique (app_id, subject, figures))`,
  ],
};
