import { expect, test } from 'vitest';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { checkGate } from '../../../../src/evaluation/gate/check-gate.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { evaluationOf, rowOf, streamOf } from '../../../helpers/evaluation-records.ts';
import { roundFigures } from '../../../helpers/round-figures.ts';

const evaluated = (id: string, passes: (index: number) => boolean) => ({
  evaluation: evaluationOf({ id, variant_names: [id] }),
  rows: () =>
    streamOf(
      Array.from({ length: 30 }, (_, index) => rowOf({ input: `${index}`, scores: { exact_match: passes(index) } })),
    ),
});

test('evaluations are checked each, and compared with their baseline', async () => {
  const gate = parseGate(
    'gate.json',
    '{"confidence": 0.9, "rules": [{"metric": "exact_match", "minimum": 0.5}, {"metric": "exact_match", "not_worse_by": 0.1}]}',
  );
  const [baseline, good, bad] = [
    evaluated('baseline', (index) => index < 27),
    evaluated('good', (index) => index < 28),
    evaluated('bad', (index) => index < 10),
  ];
  const comparison = await compareEvaluations({ baseline, candidates: [good, bad], level: 0.9 });
  expect(roundFigures(await checkGate(gate, [good, bad], comparison))).toMatchSnapshot('compared');
  await expect(checkGate(gate, [good], null)).rejects.toThrow(
    'The gate has a rule "not_worse_by", which needs a baseline.',
  );
  const alone = parseGate('gate.json', '{"confidence": 0.8, "rules": [{"metric": "exact_match", "minimum": 0.95}]}');
  expect(roundFigures(await checkGate(alone, [good], null))).toMatchSnapshot('alone');
});
