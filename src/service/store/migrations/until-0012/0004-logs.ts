import type { Migration } from '../migration.ts';

/** The last lines of output of an app's workflow. */
export const logs: Migration = {
  number: 4,
  name: 'logs',
  statements: ({ text }) => [
    `create table app_logs (
      id ${text} primary key, app_id ${text} not null references apps (id) on delete cascade,
      created_at ${text} not null, stream ${text} not null, line text not null)`,
    `create index app_logs_by_app on app_logs (app_id, id)`,
  ],
};
