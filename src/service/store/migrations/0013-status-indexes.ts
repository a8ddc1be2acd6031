import type { Migration } from './migration.ts';

/** Lets `wf status` find the last failed call of an app, and its newest changes, without reading all of its log. */
export const statusIndexes: Migration = {
  number: 13,
  name: 'status indexes',
  statements: () => [
    `create index app_logs_failed on app_logs (app_id, id)
      where stream = 'stderr' and line like 'Route % failed: %'`,
    'create index audit_log_by_app_time on audit_log (app_id, created_at)',
  ],
};
