import type { Client } from '../../client/create-client.ts';
import type { Evaluator } from '../../contract/evaluators/evaluator.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { toShortKey } from '../../evaluation/evaluators/definition/spec-name.ts';

export interface ResolveEvaluatorOptions {
  readonly client: Client;
  /** App whose own evaluators to include; `null`: built-in evaluators only. */
  readonly appId: string | null;
  /** Key, with or without its leading `auto_`. */
  readonly evaluator: string;
}

/** Finds an evaluator by its key. @throws {WF_NOT_FOUND} when no evaluator has that key */
export async function resolveEvaluator({ client, appId, evaluator }: ResolveEvaluatorOptions): Promise<Evaluator> {
  return findEvaluator(await client.listEvaluators(appId === null ? {} : { app_id: appId }), evaluator);
}

/** Finds an evaluator by key in a list; the `auto_` prefix is optional. */
export function findEvaluator(evaluators: readonly Evaluator[], typed: string): Evaluator {
  const found = evaluators.find(({ key }) => key === typed) ?? evaluators.find(({ key }) => key === `auto_${typed}`);
  if (found !== undefined) return found;
  throw notFound({
    kind: 'evaluator',
    name: typed,
    available: evaluators.map(({ key }) => toShortKey(key)),
    nextSteps: ['wf evaluators list'],
  });
}
