import { describe } from 'vitest';
import { describeOnSqlite } from '../../helpers/describe-on-sqlite.ts';
import { testHumanEvaluations } from '../../helpers/suites/human-evaluations.ts';
import { testVotes, testVoteLinks } from '../../helpers/suites/human-votes.ts';
import { testHumanOutputs } from '../../helpers/suites/human-outputs.ts';

describeOnSqlite('human evaluations', testHumanEvaluations);
describeOnSqlite('votes', testVotes);
describeOnSqlite('links to vote', testVoteLinks);
describe('outputs to vote on, on SQLite', () => testHumanOutputs(() => 'sqlite'));
