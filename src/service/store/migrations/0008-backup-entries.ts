import type { Migration } from './migration.ts';

/** Finds the entry of the newest backup, which each scrape of the metrics reads, without a walk through the audit log. */
export const backupEntries: Migration = {
  number: 8,
  name: 'backup entries',
  statements: () => ["create index audit_log_by_backup on audit_log (created_at) where action = 'backup'"],
};
