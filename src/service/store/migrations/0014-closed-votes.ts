import type { Migration } from './migration.ts';

/** Stores when somebody closed the voting on a human evaluation; `null`: it is open, also when each case has a vote. */
export const closedVotes: Migration = {
  number: 14,
  name: 'closed votes',
  statements: ({ text }) => [`alter table human_evaluations add column closed_at ${text}`],
};
