import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EnvironmentRevision } from '../../../../src/contract/environments/environment.ts';
import { planRollback } from '../../../../src/contract/environments/rollback-plan.ts';

/** Creates a history: `A` deploys A, `<2` goes back to revision 2, and `A+` deploys what passed a gate. */
function historyOf(text: string): EnvironmentRevision[] {
  const history: EnvironmentRevision[] = [];
  for (const word of text.split(' ')) append(history, word);
  return history;
}

function append(history: EnvironmentRevision[], word: string): void {
  const from = word.startsWith('<') ? Number(word.slice(1)) : null;
  const old = history.find(({ revision }) => revision === from);
  history.push({
    id: `r${history.length + 1}`,
    revision: history.length + 1,
    modified_by: 'Ada',
    deployed_app_variant_revision: old?.deployed_app_variant_revision ?? word[0] ?? '',
    deployed_variant_name: old?.deployed_variant_name ?? word[0]?.toLowerCase() ?? '',
    deployed_variant_revision: 1,
    deployment: 'code',
    created_at: '2026-11-27T09:00:00Z',
    message: null,
    restored_from: from,
    evidence: old === undefined ? (word.endsWith('+') ? EVIDENCE : null) : (old.evidence ?? null),
  });
}

const GATE = { name: 'g.yaml', sha256: 'a', content: 'rules: []' };
const EVIDENCE = {
  evaluation_id: 'e',
  baseline_evaluation_id: null,
  verdict: 'passed' as const,
  gate: GATE,
  confidence: 0.95,
  checks: [],
};
const PROTECTION = { gate: GATE, changed_by: 'Ada', changed_at: '2026-11-27T09:00:00Z' };

const plan = (text: string, isOverridden = false, protection: typeof PROTECTION | null = null) => {
  const environment = { name: 'production', protection };
  try {
    return planRollback(environment, historyOf(text), { to: null, isOverridden }).message;
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
};

const NONE = 'Environment "production" has no earlier revision to go back to';

test.each([
  ['A B', 'production: 2 → 1 (a@1)'],
  ['A B <1', `${NONE}: 2 was rolled away from, and 1 runs the same as now.`],
  ['A', `${NONE}.`],
  ['A B C D E F <4', 'production: 7 → 3 (c@1), because 5 and 6 were rolled away from, and 4 runs the same as now'],
  ['A B C D E F <4 G', 'production: 8 → 7 (d@1)'],
  ['A B C <2 <1 D E', 'production: 7 → 6 (d@1)'],
  ['A B C <2', 'production: 4 → 1 (a@1), because 3 was rolled away from, and 2 runs the same as now'],
  // A deploy of what was rolled away from takes it up again.
  ['A B <1 B', 'production: 4 → 3 (a@1)'],
  ['A B <1 <2', 'production: 4 → 3 (a@1)'],
  ['A B B', 'production: 3 → 1 (a@1), because 2 runs the same as now'],
  // What was rolled away from does not come back because it had also run before.
  ['A B C B <3', 'production: 5 → 1 (a@1), because 2 and 4 were rolled away from, and 3 runs the same as now'],
])('without a number, %s goes back: %s', (text, message) => {
  expect(plan(text)).toBe(message);
});

test.each([
  ['A B+ C+', false, 'production: 3 → 2 (b@1)'],
  ['A+ B C+', false, 'production: 3 → 1 (a@1), because 2 passed no gate'],
  ['A+ B C+', true, 'production: 3 → 2 (b@1)'],
  [
    'A B+',
    false,
    'Environment "production" is protected by the gate g.yaml, and has no earlier revision to go back to: 1 passed no gate.',
  ],
] as const)('a protected environment offers what it accepts: %s, overridden: %s', (text, isOverridden, message) => {
  expect(plan(text, isOverridden, PROTECTION)).toBe(message);
});

test('repeated roll-backs go further back, never run a content twice, and end', () => {
  const word = fc.oneof(fc.constantFrom('A', 'B', 'C', 'D'), fc.nat({ max: 9 }));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), (words) => {
      const history: EnvironmentRevision[] = [];
      for (const one of words)
        if (typeof one === 'string') append(history, one);
        else if (one > 0 && one <= history.length) append(history, `<${one}`);
      if (history.length === 0) return;
      const ran = [history.at(-1)?.deployed_app_variant_revision];
      while (true) {
        const next = nextOf(history);
        if (next === null) break;
        append(history, `<${next}`);
        ran.push(history.at(-1)?.deployed_app_variant_revision);
      }
      expect(new Set(ran).size).toBe(ran.length);
    }),
    { seed: 1 },
  );
});

function nextOf(history: readonly EnvironmentRevision[]): number | null {
  try {
    return planRollback({ name: 'production' }, history, { to: null, isOverridden: false }).to;
  } catch {
    return null;
  }
}
