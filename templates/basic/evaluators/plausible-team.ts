import { configSchema, evaluator } from 'wfkit';
import * as z from 'zod';

const settings = configSchema({ teams: z.string().default('billing, delivery, technical, account, general') });

/** A typo in the terms can invent a team, which is worse than choosing the wrong one. */
export const plausibleTeam = evaluator(
  { description: 'True when the answer is an existing team.', settings },
  ({ output, settings: { teams } }) =>
    teams
      .split(',')
      .map((team) => team.trim())
      .includes(String(output)),
);
