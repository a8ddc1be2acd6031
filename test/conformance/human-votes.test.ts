import { testVotes, testVoteLinks } from '../helpers/suites/human-votes.ts';
import { describeOnPostgres } from './describe-on-postgres.ts';

describeOnPostgres('votes', testVotes);
describeOnPostgres('links to vote', testVoteLinks);
