import type { Client } from '../client/create-client.ts';
import type { Evaluator } from '../contract/records/evaluator.ts';

/** Lists the built-in evaluators. */
export async function listEvaluators(client: Client): Promise<Evaluator[]> {
  return await client.listEvaluators({});
}
