import type { ModelUse } from '../../../contract/evaluations/result.ts';
import type { ReportedUse } from '../../../contract/host-protocol/bundle-protocol.ts';
import { addSpending, type Spending, UNKNOWN_SPENDING } from '../../../evaluation/engine/spending.ts';
import type { ServiceTools } from '../../operation/operation.ts';

/** Prices what a call reported before it was cut short. Without a report, nobody knows what it cost. */
export async function priceUses(
  uses: readonly ReportedUse[],
  tools: Pick<ServiceTools, 'priceModel'>,
): Promise<Spending> {
  if (uses.length === 0) return UNKNOWN_SPENDING;
  const priced = await Promise.all(uses.map(async (use) => await priceUse(use, tools)));
  return addSpending(priced.map((use) => ({ cost: use.cost, usage: [use] })));
}

async function priceUse(
  { requested_model: requestedModel, ...use }: ReportedUse,
  { priceModel }: Pick<ServiceTools, 'priceModel'>,
): Promise<ModelUse> {
  const { input_tokens, output_tokens, cost, reason } = use;
  if (cost !== null || reason != null) return use;
  if (input_tokens === null || output_tokens === null) return { ...use, reason: 'the call reported no tokens' };
  const known = Object.fromEntries(Object.entries(use).filter(([, value]) => value !== null));
  const models = { model: use.model, requestedModel: requestedModel ?? use.model };
  const price = await priceModel({ ...known, ...models, input_tokens, output_tokens });
  return price === null ? { ...use, reason: `no price of ${use.model} is known` } : { ...use, cost: price };
}
