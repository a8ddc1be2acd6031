import { NO_TOOLS } from '../../src/evaluation/judges/evaluator-tools.ts';
import type { Change } from '../../src/service/operation/change.ts';
import type { OperationContext } from '../../src/service/operation/operation.ts';
import { createEchoHosting } from './echo-hosting.ts';
import { openBare } from './open-bare.ts';
import { TEST_SECRETS } from './start-service.ts';

export const NOW = '2026-11-20T12:00:00.000Z';
const ANN: OperationContext['principal'] = { id: 'k', name: 'ann', role: 'operator' };

/** A database without rows, and contexts that operations run in without a request: what they log and wake is noted. */
export async function openOperations() {
  const { db } = await openBare();
  const logged: (Change | null)[] = [];
  const woken: (readonly string[] | undefined)[] = [];
  const contextOf = (changes: Partial<OperationContext> = {}) =>
    ({
      db,
      principal: ANN,
      prepared: undefined,
      now: NOW,
      speaksWf: true,
      ifMatch: null,
      addressOf: (appId: string, variantId: string) => `https://wf.test/services/${appId}/${variantId}`,
      publicUrl: () => 'https://wf.test',
      afterCommit: (effect: () => void) => effect(),
      record: (change: Change | null) => void logged.push(change),
      wakeRunner: (ids?: readonly string[]) => void woken.push(ids),
      problemOf: () => null,
      hosting: createEchoHosting(),
      tools: NO_TOOLS,
      secrets: TEST_SECRETS,
      ...changes,
    }) as unknown as OperationContext; // what these operations use of it
  const context = contextOf();
  /** Returns what was logged since the last call. */
  const takeLogged = () => logged.splice(0);
  return { db, context, contextOf, takeLogged, woken };
}
