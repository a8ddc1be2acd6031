import type { Migration } from '../migration.ts';

/** Which processes run rows of evaluations, and how many calls of each evaluation they may have in flight. */
export const workers: Migration = {
  number: 15,
  name: 'workers',
  statements: ({ text }) => [
    `create table workers (id ${text} primary key, concurrency integer not null, seen_at ${text} not null)`,
    `create table evaluation_slots (
      owner ${text} primary key, evaluation_id ${text} not null references evaluations (id) on delete cascade,
      calls integer not null, expires_at ${text} not null)`,
    `create index evaluation_slots_by_evaluation on evaluation_slots (evaluation_id)`,
  ],
};
