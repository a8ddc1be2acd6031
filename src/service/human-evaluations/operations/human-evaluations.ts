import { UNFINISHED } from '../../../contract/evaluations/evaluation-status.ts';
import { BOTH_BAD, BOTH_GOOD, toHumanStatus } from '../../../contract/human-evaluations/human-evaluation.ts';
import {
  deleteHumanEvaluationRecords,
  humanEvaluationChange,
  readHumanEvaluations,
  requireHumanEvaluation,
  selectMakers,
  toHumanEvaluations,
  updateHumanEvaluationRecord,
  variantsOf,
} from '../queries/human-evaluations.ts';
import type { Operation } from '../../operation/operation.ts';
import { readIdStart, readPageAfter, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { addVoter, openVotingCode } from '../voting-codes.ts';
import { countByVoter, countVotes, type HumanVoteRow, readVoters, readVotesOn } from '../queries/human-votes.ts';
import { sumOf } from '../../../foundation/numbers.ts';
import { countHumanScenarios, readHumanScenarios } from '../queries/human-scenarios.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import { fromJson } from '../../store/schema.ts';

export const listHumanEvaluations: Operation<'listHumanEvaluations'> = {
  run: async ({ app_id, id_prefix, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await readHumanEvaluations(db, { appId: app.id, idPrefix: id_prefix, ...readIdStart(paging) });
    const page = toPage(rows, paging, 'id', (row) => row);
    return { items: await toHumanEvaluations(db, page.items), next: page.next };
  },
};

export const getHumanEvaluation: Operation<'getHumanEvaluation'> = {
  run: async ({ evaluation_id }, { db }) => {
    const [evaluation] = await toHumanEvaluations(db, [await requireHumanEvaluation(db, evaluation_id)]);
    if (evaluation === undefined) throw new Error('One row makes one record');
    return evaluation;
  },
};

export const updateHumanEvaluation: Operation<'updateHumanEvaluation'> = {
  audit: { kind: 'human evaluation', verb: 'changed' },
  run: async ({ evaluation_id, body }, { db, now, record }) => {
    const evaluation = await requireHumanEvaluation(db, evaluation_id);
    if (body.status == null) return undefined;
    const status = toHumanStatus(body.status);
    // Who sets an end closes the voting; one that all votes brought about leaves it open for other voters.
    const isClosed = UNFINISHED.every((open) => open !== status);
    const closed_at = isClosed ? (evaluation.closed_at ?? now) : null;
    await updateHumanEvaluationRecord(db, evaluation.id, { status, closed_at, updated_at: now });
    if (isClosed !== (evaluation.closed_at !== null)) {
      const summary = isClosed ? 'closed to votes' : 'opened to votes';
      record({ ...humanEvaluationChange(evaluation), summary });
    }
    return undefined;
  },
};

export const deleteHumanEvaluations: Operation<'deleteHumanEvaluations'> = {
  audit: { kind: 'human evaluation', verb: 'deleted' },
  run: async ({ body }, { db, record }) => {
    const ids = [...new Set(body.evaluations_ids)];
    if (ids.length === 0) record(null);
    if (ids.length === 0) return undefined;
    for (const id of ids)
      record({ ...humanEvaluationChange(await requireHumanEvaluation(db, id)), before: id, summary: 'deleted' });
    await deleteHumanEvaluationRecords(db, ids);
    return undefined;
  },
};

export const listHumanVoters: Operation<'listHumanVoters'> = {
  run: async ({ evaluation_id }, { db }) => {
    const { id: evaluationId } = await requireHumanEvaluation(db, evaluation_id);
    const counts = await countByVoter(db, evaluationId);
    const voters = await readVoters(db, evaluationId);
    return voters.map(({ id, name, revealed_at, created_at }) => {
      return { id, name, votes: counts.get(id) ?? 0, revealed_at, created_at };
    });
  },
};

export const createHumanVoter: Operation<'createHumanVoter'> = {
  audit: { kind: 'voter', verb: 'created' },
  hasSecretAnswer: true,
  run: async ({ evaluation_id, body }, { db, now, record, service: { secrets } }) => {
    const evaluation = await requireHumanEvaluation(db, evaluation_id);
    const newVoter = { human_evaluation_id: evaluation.id, name: body.name, created_at: now };
    const { voter, code } = await addVoter(db, secrets, newVoter);
    const summary = `may vote on ${humanEvaluationChange(evaluation).name}`;
    record({ kind: 'voter', id: voter.id, name: body.name, appId: evaluation.app_id, summary });
    return { voter_id: voter.id, name: body.name, code };
  },
};

export const getHumanLinks: Operation<'getHumanLinks'> = {
  run: async ({ evaluation_id }, { db, service: { secrets } }) => {
    const { id, link_sealed, closed_at } = await requireHumanEvaluation(db, evaluation_id);
    // A link that nobody can use any more is not handed out.
    const link = closed_at === null ? link_sealed : null;
    const voters = [];
    for (const { id: voter_id, name, code_sealed: sealed } of await readVoters(db, id))
      if (sealed !== null) voters.push({ voter_id, name, code: await openVotingCode(secrets, sealed, voter_id) });
    return { code: link === null ? null : await openVotingCode(secrets, link, id), voters };
  },
};

export const getHumanEvaluationResults: Operation<'getHumanEvaluationResults'> = {
  run: async ({ evaluation_id }, { db }) => {
    const evaluation = await requireHumanEvaluation(db, evaluation_id);
    const counted = await countVotes(db, 'human_evaluation_id', evaluation.id);
    if (evaluation.evaluation_type === 'single_model_test') return { results_data: countScores(counted) };
    const variants = variantsOf(evaluation);
    const rows = await countHumanScenarios(db, evaluation.id);
    const most = rows * Math.max(1, (await countByVoter(db, evaluation.id)).size);
    const share = (vote: string) => {
      const given = counted.filter((row) => row.vote === vote);
      const votes = sumOf(given, (row) => row.votes);
      return { number_of_votes: votes, percentage: Number(((votes / most) * 100).toFixed(2)) };
    };
    return {
      votes_data: {
        variants: variants.map(({ id }) => id),
        variant_names: variants.map(({ name }) => name),
        nb_of_rows: rows,
        variants_votes_data: Object.fromEntries(variants.map(({ id }) => [id, share(id)])),
        flag_votes: share(BOTH_BAD),
        positive_votes: share(BOTH_GOOD),
      },
    };
  },
};

export const listHumanVotes: Operation<'listHumanVotes'> = {
  hasLongRecords: true,
  run: async ({ evaluation_id, ...paging }, { db }) => {
    const { id } = await requireHumanEvaluation(db, evaluation_id);
    const found = await readHumanScenarios(db, id, readPageAfter(paging, -1));
    const ids = found.rows.map((row) => row.id);
    const votes = await readVotesOn(db, ids);
    return toPage(found, paging, 'position', (row) => ({
      scenario_id: row.id,
      position: row.position,
      votes: (votes.get(row.id) ?? []).map(toVote),
    }));
  },
};

export const listHumanOutputs: Operation<'listHumanOutputs'> = {
  run: async ({ evaluation_id }, { db }) => {
    const { id } = await requireHumanEvaluation(db, evaluation_id);
    return (await selectMakers(db, id)).map((maker) => ({
      evaluation_id: maker.id,
      variant_id: maker.variant_id,
      variant_name: maker.variant_name,
      status: fromJson<Result>(maker.status),
      rows: Number(maker.rows),
      done: Number(maker.done),
    }));
  },
};

function countScores(counted: readonly { readonly score: string; readonly votes: number }[]): Record<string, number> {
  const given = counted.filter(({ score }) => score !== '').toSorted((a, b) => Number(a.score) - Number(b.score));
  return Object.fromEntries(given.map(({ score, votes }) => [score, votes]));
}

function toVote({ voter_id, vote, score, note, is_blind, updated_at }: HumanVoteRow) {
  return { voter_id, vote, score, note, is_blind: is_blind === 1, updated_at };
}
