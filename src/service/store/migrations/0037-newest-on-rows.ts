import type { Migration } from './migration.ts';

/**
 * Stores a variant's newest revision and a base's newest deployment on their rows, so that lists look up neither.
 * Triggers keep them, in the transaction of the change: replicas of earlier releases write here, too.
 */
export const newestOnRows: Migration = {
  number: 37,
  name: 'newest-on-rows',
  statements: ({ text, dialect }) => [
    'alter table variants add column newest_revision integer',
    `alter table bases add column newest_deployment_id ${text}`,
    'update variants set newest_revision = (select max(revision) from variant_revisions where variant_id = variants.id)',
    'update bases set newest_deployment_id = (select max(id) from deployments where base_id = bases.id)',
    ...(dialect === 'sqlite' ? keepOnSqlite() : keepOnPostgres()),
  ],
};

const NOTE_REVISION = `update variants set newest_revision = new.revision
  where id = new.variant_id and (newest_revision is null or newest_revision < new.revision);`;
const NOTE_DEPLOYMENT = `update bases set newest_deployment_id = new.id
  where id = new.base_id and (newest_deployment_id is null or newest_deployment_id < new.id);`;
const FORGET_DEPLOYMENT = `update bases
  set newest_deployment_id = (select max(id) from deployments where base_id = bases.id)
  where newest_deployment_id = old.id;`;

function keepOnSqlite(): string[] {
  return [
    `create trigger variant_revisions_newest after insert on variant_revisions begin ${NOTE_REVISION} end`,
    `create trigger deployments_newest after insert on deployments begin ${NOTE_DEPLOYMENT} end`,
    `create trigger deployments_newest_gone after delete on deployments begin ${FORGET_DEPLOYMENT} end`,
  ];
}

function keepOnPostgres(): string[] {
  return [
    `create function wf_note_revision() returns trigger language plpgsql as
      $$ begin ${NOTE_REVISION} return null; end $$`,
    `create function wf_note_deployment() returns trigger language plpgsql as
      $$ begin ${NOTE_DEPLOYMENT} return null; end $$`,
    `create function wf_forget_deployment() returns trigger language plpgsql as
      $$ begin ${FORGET_DEPLOYMENT} return null; end $$`,
    `create trigger variant_revisions_newest after insert on variant_revisions
      for each row execute function wf_note_revision()`,
    `create trigger deployments_newest after insert on deployments
      for each row execute function wf_note_deployment()`,
    `create trigger deployments_newest_gone after delete on deployments
      for each row execute function wf_forget_deployment()`,
  ];
}
