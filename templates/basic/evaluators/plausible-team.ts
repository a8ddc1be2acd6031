import { configSchema, evaluator } from 'wfkit';
import * as z from 'zod';

const settings = configSchema({ teams: z.string().default('billing, delivery, technical, account, general') });

/** A slip in the terms can invent a team: that is worse than the wrong one. */
export const plausibleTeam = evaluator(
  { description: 'True when the answer is a team that there is.', settings },
  ({ output, settings: { teams } }) =>
    teams
      .split(',')
      .map((team) => team.trim())
      .includes(String(output)),
);
