import { expectTypeOf, test } from 'vitest';
import * as z from 'zod';
import { configSchema, evaluator, multipleChoice, type Verdict } from '../../src/sdk/index.ts';

const settings = configSchema({
  words: z.int().gte(1).lte(9).default(3),
  tone: multipleChoice(['plain', 'formal']).default('plain'),
});

test('settings are inferred from their schema', () => {
  evaluator({ settings }, (call) => {
    expectTypeOf(call.settings).toEqualTypeOf<{ words: number; tone: 'plain' | 'formal' }>();
    expectTypeOf(call.output).toEqualTypeOf<unknown>();
    expectTypeOf(call.cost).toEqualTypeOf<number | null>();
    return true;
  });
});

test('a verdict is a boolean, a number or one of them with a reason, or a promise of it', () => {
  expectTypeOf(evaluator({}, () => 0.5).judge({ output: 'x' })).resolves.toEqualTypeOf<Verdict>();
  evaluator({ range: [0, 10] }, () => ({ score: 7, reason: 'Close.' }));
  // @ts-expect-error a reason is a text
  evaluator({}, () => ({ score: 7, reason: 8 }));
  evaluator({}, async () => true);
  // @ts-expect-error text is not a verdict
  evaluator({}, () => 'yes');
});

test('judge takes typed settings, or none', () => {
  const judged = evaluator({ settings }, () => true);
  void judged.judge({ settings: { words: 2 } });
  // @ts-expect-error there is no such tone
  void judged.judge({ settings: { tone: 'rude' } });
  // @ts-expect-error it has no settings
  void evaluator({}, () => true).judge({ settings: { words: 2 } });
});
