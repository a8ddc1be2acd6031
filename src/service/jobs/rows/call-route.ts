import type { Parameters } from '../../../contract/variants/variant.ts';
import type { CallAttempt, CallEarly, CallRoute, EarlyCall } from '../../../evaluation/engine/call-outcome.ts';
import type { EvaluationJob, Hosting } from '../../ports.ts';
import type { EvaluationPlan } from '../../evaluations/plan/plan-evaluation.ts';
import { readAnswer } from '../../evaluations/plan/read-answer.ts';

/** Makes the engine's way to call the route under evaluation, with the variant's revision pinned. */
export function createCallRoute(hosting: Hosting, job: EvaluationJob, plan: EvaluationPlan): CallRoute {
  const { path, toBody } = job.deployment.url === null ? deployedForm(plan) : playgroundForm(plan);
  return async (input, signal): Promise<CallAttempt> => {
    const { deployment, revisionId } = job;
    return readAnswer(await hosting.ask({ deployment, path, body: JSON.stringify(toBody(input)), revisionId, signal }));
  };
}

/** Makes the engine's way to send such a call before its turn. */
export function createCallEarly(hosting: Hosting, job: EvaluationJob, plan: EvaluationPlan): CallEarly {
  const { path, toBody } = deployedForm(plan);
  return (input, atOnce) => {
    const { deployment, revisionId } = job;
    const early = hosting.askEarly?.({ deployment, path, body: JSON.stringify(toBody(input)), revisionId }, atOnce);
    if (early == null) return null;
    const take: EarlyCall['take'] = () => {
      const answer = early.take();
      return answer === null ? null : readAnswer(answer);
    };
    const call: EarlyCall['call'] = async (signal) => readAnswer(await early.ask(signal));
    return { take, call, hold: () => early.hold(), leave: () => early.leave() };
  };
}

interface CallForm {
  readonly path: string;
  readonly toBody: (input: Parameters) => Parameters;
}

/** As production calls it; the pinned revision says which configuration. */
function deployedForm({ route }: EvaluationPlan): CallForm {
  return { path: `/run${route.path === '/' ? '' : route.path}?inline=true`, toBody: (input) => input };
}

/** A self-hosted workflow knows nothing of our revisions, so the configuration travels with each call. */
function playgroundForm({ route, config }: EvaluationPlan): CallForm {
  return {
    path: `/playground/run${route.path === '/' ? '' : route.path}`,
    toBody: (input) => ({ ...input, ag_config: config }),
  };
}
