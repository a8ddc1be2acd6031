import type { Migration } from './migration.ts';

/**
 * Parts of large bundles, stored one at a time. SQLite reads a row from its start, so that the bytes come last. Bundles of
 * earlier releases stay in their rows.
 */
export const artifactChunks: Migration = {
  number: 42,
  name: 'artifact-chunks',
  statements: ({ text, bytes }) => [
    `create table artifact_chunks (sha256 ${text} not null, position integer not null, created_at ${text} not null,
      bytes ${bytes} not null, primary key (sha256, position))`,
  ],
};
