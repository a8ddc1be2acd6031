import { configSchema, entrypoint, groupedMultipleChoice, multipleChoice, route } from 'wfkit';
import * as z from 'zod';
import { chooseTeam } from './choose-team.ts';
import { parseTerms } from './parse-terms.ts';
import { scoreTeams } from './score-teams.ts';
import { teamTerms } from './team-terms.ts';

/** What you can tune without changing code: each field is a control in the playground. */
const Routing = configSchema({
  terms: z.string().default(teamTerms),
  matching: groupedMultipleChoice({
    Strict: ['whole-word', 'plural'],
    Lenient: ['beginning'],
  }).default('plural'),
  threshold: z.number().gte(0).lte(10).default(2),
  phraseWeight: z.number().gte(1).lte(3).default(1.5),
  repeats: z.int().gte(1).lte(5).default(1),
  breakTies: z.boolean().default(false),
  fallback: multipleChoice(['general', 'billing', 'technical']).default('general'),
});

const Message = z.object({ message: z.string().min(1) });

/** The team that should answer a message. */
export default entrypoint({ config: Routing, input: Message, output: z.string() }, ({ config, input }) =>
  chooseTeam(scoreTeams(input.message, parseTerms(config.terms), config), config),
);

/** The reasons: every team's score and the terms behind it. */
export const explain = route('/explain', { config: Routing, input: Message }, ({ config, input }) => {
  const scores = scoreTeams(input.message, parseTerms(config.terms), config);
  return { team: chooseTeam(scores, config), scores };
});
