import type { Parameters } from '../../../contract/variants/variant.ts';
import type { CallAttempt, CallRoute } from '../../../evaluation/engine/call-outcome.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { Hosting } from '../../hosting/hosting.ts';
import type { EvaluationPlan } from '../../evaluations/plan/plan-evaluation.ts';
import { readAnswer } from '../../evaluations/plan/read-answer.ts';

/** Creates the function that calls the route under evaluation, with the variant's revision pinned. */
export function createCallRoute(hosting: Hosting, job: EvaluationJob, plan: EvaluationPlan): CallRoute {
  const { path, toBody } = job.deployment.url === null ? deployedForm(plan) : playgroundForm(plan);
  return async (input, signal): Promise<CallAttempt> => {
    const { deployment, revisionId } = job;
    return readAnswer(await hosting.ask({ deployment, path, body: JSON.stringify(toBody(input)), revisionId, signal }));
  };
}

interface CallForm {
  readonly path: string;
  readonly toBody: (input: Parameters) => Parameters;
}

/** The call as production sends it; the pinned revision selects the configuration. */
function deployedForm({ route }: EvaluationPlan): CallForm {
  return { path: `/run${route.path === '/' ? '' : route.path}?inline=true`, toBody: (input) => input };
}

/** A self-hosted workflow does not know our revisions, so each call carries the configuration. */
function playgroundForm({ route, config }: EvaluationPlan): CallForm {
  return {
    path: `/playground/run${route.path === '/' ? '' : route.path}`,
    toBody: (input) => ({ ...input, ag_config: config }),
  };
}
