import * as z from 'zod';
import { ById, endpointsOf, OrderedPaging, Paging } from '../endpoint/endpoint.ts';
import { EvaluationIds } from '../evaluations/evaluation.ts';
import {
  CaseVotes,
  HumanEvaluation,
  HumanEvaluationResults,
  HumanEvaluationScenario,
  HumanEvaluationType,
  HumanEvaluationUpdate,
  HumanLinks,
  HumanOutputs,
  HumanScenarioScore,
  HumanScenarioUpdate,
  HumanVoter,
  HumanVoterLink,
  NewHumanEvaluation,
  NewHumanScenarioScore,
  NewHumanVoter,
  SimpleHumanEvaluation,
} from './human-evaluation.ts';

const endpoint = endpointsOf({ tag: 'human evaluations', source: 'facts §2.8' });

export const humanEvaluationEndpoints = {
  listHumanEvaluations: endpoint('GET /human-evaluations', {
    summary: 'List human evaluations of an app',
    source: 'seed §4.5',
    reach: { app: 'app_id' },
    query: OrderedPaging.extend(ById.shape).extend({ app_id: z.string() }),
    response: z.array(HumanEvaluation),
  }),
  createHumanEvaluation: endpoint('POST /human-evaluations', {
    summary: 'Create a human evaluation with a scenario per row of the test set',
    role: 'author',
    reach: { app: 'body.app_id', variant: 'body.variant_ids', 'test set': 'body.testset_id' },
    body: NewHumanEvaluation,
    response: SimpleHumanEvaluation,
  }),
  getHumanEvaluation: endpoint('GET /human-evaluations/{evaluation_id}', {
    summary: 'Fetch one human evaluation',
    reach: { 'human evaluation': 'evaluation_id' },
    response: HumanEvaluation,
  }),
  updateHumanEvaluation: endpoint('PUT /human-evaluations/{evaluation_id}', {
    summary: 'Set the status of a human evaluation',
    role: 'author',
    reach: { 'human evaluation': 'evaluation_id' },
    body: HumanEvaluationUpdate,
    response: null,
    status: 204,
    publicAnswer: { echoes: null },
  }),
  deleteHumanEvaluations: endpoint('DELETE /human-evaluations', {
    summary: 'Delete human evaluations',
    role: 'author',
    reach: { 'human evaluation': 'body.evaluations_ids' },
    body: EvaluationIds,
    response: null,
    status: 204,
    publicAnswer: { echoes: 'evaluations_ids' },
  }),
};

export const humanVoteEndpoints = {
  listHumanEvaluationScenarios: endpoint('GET /human-evaluations/{evaluation_id}/evaluation_scenarios', {
    summary: 'List the cases of a human evaluation',
    reach: { 'human evaluation': 'evaluation_id' },
    query: Paging,
    response: z.array(HumanEvaluationScenario),
  }),
  updateHumanEvaluationScenario: endpoint(
    'PUT /human-evaluations/{evaluation_id}/evaluation_scenario/{evaluation_scenario_id}/{evaluation_type}',
    {
      summary: 'Change a case of a human evaluation, or vote on it',
      role: 'author',
      reach: { 'human evaluation': 'evaluation_id', case: 'evaluation_scenario_id' },
      params: { evaluation_type: HumanEvaluationType },
      body: HumanScenarioUpdate,
      response: null,
      status: 204,
      publicAnswer: { echoes: null },
    },
  ),
  getHumanScenarioScore: endpoint('GET /human-evaluations/evaluation_scenario/{evaluation_scenario_id}/score', {
    summary: 'Fetch the score of a case',
    reach: { case: 'evaluation_scenario_id' },
    response: HumanScenarioScore,
  }),
  updateHumanScenarioScore: endpoint('PUT /human-evaluations/evaluation_scenario/{evaluation_scenario_id}/score', {
    summary: 'Score a case',
    role: 'author',
    reach: { case: 'evaluation_scenario_id' },
    body: NewHumanScenarioScore,
    response: null,
    status: 204,
    publicAnswer: { echoes: null },
  }),
  getHumanEvaluationResults: endpoint('GET /human-evaluations/{evaluation_id}/results', {
    summary: 'Fetch the results of the votes',
    reach: { 'human evaluation': 'evaluation_id' },
    response: HumanEvaluationResults,
  }),
  listHumanVotes: endpoint('GET /human-evaluations/{evaluation_id}/votes', {
    summary: "List each person's vote, case by case",
    source: 'wf',
    reach: { 'human evaluation': 'evaluation_id' },
    query: Paging,
    response: z.array(CaseVotes),
  }),
  listHumanVoters: endpoint('GET /human-evaluations/{evaluation_id}/voters', {
    summary: 'List voters and their progress',
    source: 'wf',
    reach: { 'human evaluation': 'evaluation_id' },
    response: z.array(HumanVoter),
  }),
  createHumanVoter: endpoint('POST /human-evaluations/{evaluation_id}/voters', {
    summary: 'Create a voter with a personal link',
    source: 'wf',
    role: 'author',
    reach: { 'human evaluation': 'evaluation_id' },
    body: NewHumanVoter,
    response: HumanVoterLink,
  }),
  getHumanLinks: endpoint('GET /human-evaluations/{evaluation_id}/links', {
    summary: 'Fetch the codes of the links that let people vote',
    source: 'wf',
    role: 'author',
    reach: { 'human evaluation': 'evaluation_id' },
    response: HumanLinks,
  }),
  listHumanOutputs: endpoint('GET /human-evaluations/{evaluation_id}/outputs', {
    summary: 'Fetch the progress of the outputs to vote on',
    source: 'wf',
    reach: { 'human evaluation': 'evaluation_id' },
    response: z.array(HumanOutputs),
  }),
};
