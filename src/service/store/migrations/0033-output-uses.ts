import type { Migration } from './migration.ts';

/**
 * Which stored output a row of an evaluation has, and which output a stored score judges. Both go with the last
 * evaluation that has the output. Rows of earlier releases name none.
 */
export const outputUses: Migration = {
  number: 33,
  name: 'output-uses',
  statements: ({ text }) => [
    `alter table evaluation_outcomes add column cell_hash ${text}`,
    'create index evaluation_outcomes_by_cell on evaluation_outcomes (cell_hash) where cell_hash is not null',
    `alter table scores add column cell_hash ${text}`,
    'create index scores_by_cell on scores (cell_hash) where cell_hash is not null',
  ],
};
