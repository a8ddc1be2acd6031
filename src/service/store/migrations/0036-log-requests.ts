import type { Migration } from './migration.ts';

/** The request whose call wrote a line, and what the call ran. */
export const logRequests: Migration = {
  number: 36,
  name: 'log-requests',
  statements: ({ text }) => [
    `alter table app_logs add column request_id ${text}`,
    `alter table app_logs add column variant ${text}`,
    'alter table app_logs add column revision integer',
    `alter table app_logs add column environment ${text}`,
  ],
};
