import type { Migration } from '../migration.ts';

/**
 * Test sets with revisions. Stored rows become the first revision, under the test set's own id. A revision that still
 * receives rows has no test set and no number.
 */
export const testsetRevisions: Migration = {
  number: 13,
  name: 'testset-revisions',
  statements: ({ text }) => [
    `create table testset_revisions (
      id ${text} primary key, testset_id ${text} references testsets (id) on delete cascade, revision integer,
      name ${text} not null, row_count integer not null, columns text not null, content_tag ${text},
      created_by ${text} not null, created_at ${text} not null, unique (testset_id, revision))`,
    `create table testset_revision_rows (
      revision_id ${text} not null references testset_revisions (id) on delete cascade, position integer not null,
      cells text not null, primary key (revision_id, position))`,
    `insert into testset_revisions (id, testset_id, revision, name, row_count, columns, content_tag, created_by, created_at)
      select id, id, 1, name,
        (select count(*) from testset_rows where testset_rows.testset_id = testsets.id), '[]', null, '', created_at
      from testsets`,
    `insert into testset_revision_rows (revision_id, position, cells)
      select testset_id, position, cells from testset_rows`,
    `drop table testset_rows`,
    `create index testsets_by_name on testsets (name, id)`,
    `alter table evaluations add column testset_revision integer`,
  ],
};
