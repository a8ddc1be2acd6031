import { toHumanStatus } from '../../../contract/human-evaluations/human-evaluation.ts';
import {
  deleteHumanEvaluationRecords,
  readHumanEvaluations,
  updateHumanEvaluationRecord,
  humanEvaluationChange,
  requireHumanEvaluation,
  toHumanEvaluations,
} from '../queries/human-evaluations.ts';
import type { Operation } from '../../operation/operation.ts';
import { readIdStart, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { addVoter, openVotingCode } from '../voting-codes.ts';
import { readVoters } from '../queries/human-voters.ts';
import { countByVoter } from '../queries/human-votes.ts';

export const listHumanEvaluations: Operation<'listHumanEvaluations'> = {
  access: 'read',
  run: async ({ app_id, id_prefix, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await readHumanEvaluations(db, { appId: app.id, idPrefix: id_prefix, ...readIdStart(paging) });
    const page = toPage(rows, paging, 'id', (row) => row);
    return { items: await toHumanEvaluations(db, page.items), next: page.next };
  },
};

export const getHumanEvaluation: Operation<'getHumanEvaluation'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => {
    const [evaluation] = await toHumanEvaluations(db, [await requireHumanEvaluation(db, evaluation_id)]);
    if (evaluation === undefined) throw new Error('One row makes one record');
    return evaluation;
  },
};

export const updateHumanEvaluation: Operation<'updateHumanEvaluation'> = {
  access: 'write',
  audit: { kind: 'human evaluation', verb: 'changed' },
  run: async ({ evaluation_id, body }, { db, now }) => {
    const { id } = await requireHumanEvaluation(db, evaluation_id);
    if (body.status == null) return undefined;
    await updateHumanEvaluationRecord(db, id, { status: toHumanStatus(body.status), updated_at: now });
    return undefined;
  },
};

export const deleteHumanEvaluations: Operation<'deleteHumanEvaluations'> = {
  access: 'write',
  audit: { kind: 'human evaluation', verb: 'deleted' },
  run: async ({ body }, { db, record }) => {
    const ids = [...new Set(body.evaluations_ids)];
    if (ids.length === 0) record(null);
    if (ids.length === 0) return undefined;
    for (const id of ids) {
      record({ ...humanEvaluationChange(await requireHumanEvaluation(db, id)), before: id, summary: 'deleted' });
    }
    await deleteHumanEvaluationRecords(db, ids);
    return undefined;
  },
};

export const listHumanVoters: Operation<'listHumanVoters'> = {
  access: 'read',
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
  access: 'write',
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
  access: 'read',
  run: async ({ evaluation_id }, { db, service: { secrets } }) => {
    const { id, link_sealed: link } = await requireHumanEvaluation(db, evaluation_id);
    const voters = [];
    for (const { id: voter_id, name, code_sealed: sealed } of await readVoters(db, id)) {
      if (sealed !== null) voters.push({ voter_id, name, code: await openVotingCode(secrets, sealed, voter_id) });
    }
    return { code: link === null ? null : await openVotingCode(secrets, link, id), voters };
  },
};
