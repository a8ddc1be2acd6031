import type { Migration } from './migration.ts';

/** The parts of bundles that carry files. A stored bundle has all of its parts. */
export const bundleParts: Migration = {
  number: 39,
  name: 'bundle-parts',
  statements: ({ text }) => [
    `create table bundle_parts (
      bundle_sha256 ${text} not null references artifacts (sha256) on delete cascade,
      sha256 ${text} not null references artifacts (sha256),
      primary key (bundle_sha256, sha256))`,
    'create index bundle_parts_by_part on bundle_parts (sha256)',
  ],
};
