import { humanEvaluationEndpoints, humanVoteEndpoints } from '../../contract/human-evaluations/endpoints.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { createHumanEvaluation } from './operations/create-human-evaluation.ts';
import {
  deleteHumanEvaluations,
  getHumanEvaluation,
  listHumanEvaluations,
  updateHumanEvaluation,
  createHumanVoter,
  getHumanLinks,
  listHumanVoters,
} from './operations/human-evaluations.ts';
import {
  getHumanScenarioScore,
  listHumanEvaluationScenarios,
  updateHumanEvaluationScenario,
  updateHumanScenarioScore,
} from './operations/human-scenarios.ts';
import { getHumanEvaluationResults, listHumanOutputs, listHumanVotes } from './operations/human-votes.ts';

/** The endpoints of human evaluations and votes, with what each does. One without an operation does not compile. */
export const humanEvaluations = serveEndpoints(
  { ...humanEvaluationEndpoints, ...humanVoteEndpoints },
  {
    listHumanEvaluations,
    createHumanEvaluation,
    getHumanEvaluation,
    updateHumanEvaluation,
    deleteHumanEvaluations,
    listHumanEvaluationScenarios,
    updateHumanEvaluationScenario,
    getHumanScenarioScore,
    updateHumanScenarioScore,
    getHumanEvaluationResults,
    listHumanVotes,
    listHumanVoters,
    createHumanVoter,
    getHumanLinks,
    listHumanOutputs,
  },
);
