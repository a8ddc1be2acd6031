import type { Client } from '../../client/create-client.ts';
import { orMissing, orUnsupported } from '../../client/public/is-missing.ts';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { countChoices } from '../../evaluation/gate/count-choices.ts';
import { primaryOf, spendsLevel, type SpentOf } from '../../evaluation/gate/judge-gate.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { type Spent, UNCOUNTED } from '../../evaluation/gate/spend-level.ts';
import { isServiceError } from '../../foundation/errors/wf-error.ts';
import { PAGE_SIZE } from '../records/paged-list.ts';

interface JudgedEvaluations {
  readonly candidates: readonly TestedEvaluation[];
  /** `null`: they are compared with none. */
  readonly baseline: TestedEvaluation | null;
}

/** Counts a gate's look at each candidate, and its choices. Counts nothing for a gate without a confident rule. */
export async function countSpent(client: Client, gate: Gate, judged: JudgedEvaluations): Promise<SpentOf> {
  if (!spendsLevel(gate)) return () => UNCOUNTED;
  const choicesOf = await readChoices(client, judged, primaryOf(gate));
  const spent = new Map<string, Spent>();
  for (const { id } of judged.candidates) {
    const body = { gate_sha256: gate.sha256, baseline_id: judged.baseline?.id ?? null };
    const counted = await orUncounted(client.countLook({ evaluation_id: id, body }));
    spent.set(id, { look: counted?.look ?? null, choices: choicesOf(id) });
  }
  return (id) => spent.get(id) ?? UNCOUNTED;
}

/** Counts how many variants each candidate was the best of. */
export async function readChoices(
  client: Client,
  judged: JudgedEvaluations,
  primary: readonly string[] | null,
): Promise<(id: string) => number | null> {
  const choices = new Map<string, number>();
  for (const candidate of judged.candidates) {
    const { app_id, testset_id: testset } = candidate;
    if (testset == null) continue;
    // A service without this filter lists all.
    const listed = await orMissing(client.listEvaluations({ app_id, testset, order: 'desc', limit: PAGE_SIZE }));
    if (listed !== null) choices.set(candidate.id, countChoices(candidate, judged, listed, primary));
  }
  return (id) => choices.get(id) ?? null;
}

/** Another service counts no looks, and a viewer may not. */
async function orUncounted<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await orUnsupported(orMissing(answer), null);
  } catch (error) {
    if (isServiceError(error) && error.status === 403) return null;
    throw error;
  }
}
