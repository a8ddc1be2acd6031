import { type Operation } from '../../operation/operation.ts';
import { readEvaluationCosts } from '../queries/evaluation-costs.ts';

export const listEvaluationCosts: Operation<'listEvaluationCosts'> = {
  run: async ({ app_id: appId, since }, { db, principal: { appIds = null } }) =>
    await readEvaluationCosts(db, {
      among: appId === undefined ? appIds : [appId],
      since: since ?? null,
    }),
};
