import type { Migration } from './migration.ts';

/** Which keys of some apps have proved that they have a bundle. */
export const artifactUploads: Migration = {
  number: 43,
  name: 'artifact-uploads',
  statements: ({ text }) => [
    `create table artifact_uploads (
      sha256 ${text} not null references artifacts (sha256) on delete cascade,
      key_id ${text} not null references keys (id) on delete cascade,
      primary key (sha256, key_id))`,
    'create index artifact_uploads_by_key on artifact_uploads (key_id)',
  ],
};
