import { v7 as newId } from 'uuid';
import { makeVotingCode, openVotingCode } from '../voting-codes.ts';
import type { Operation } from '../../operation/operation.ts';
import { humanEvaluationChange, requireHumanEvaluation } from '../queries/human-evaluations.ts';
import { countByVoter, insertVoter, readVoters } from '../queries/human-voters.ts';

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
    const id = newId();
    const { code, sha256, sealed } = await makeVotingCode(secrets, id);
    await insertVoter(db, {
      id,
      human_evaluation_id: evaluation.id,
      name: body.name,
      principal_id: null,
      code_sha256: sha256,
      code_sealed: sealed,
      revealed_at: null,
      created_at: now,
    });
    const { name } = humanEvaluationChange(evaluation);
    record({ kind: 'voter', id, name: body.name, appId: evaluation.app_id, summary: `may vote on ${name}` });
    return { voter_id: id, name: body.name, code };
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
