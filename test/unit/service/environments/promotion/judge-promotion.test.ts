import { expect, test } from 'vitest';
import { judgePromotion, protectedBy } from '../../../../../src/service/environments/promotion/judge-promotion.ts';
import type { Promoted } from '../../../../../src/service/environments/promotion/promoted-evaluations.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

type Gate = NonNullable<Parameters<typeof judgePromotion>[2]['gate']>;

const gate = (name: string, content = `content of ${name}`): Gate => ({ name, content });
const environment = (own: Gate | null) =>
  ({
    environment: { name: 'live', protection: own === null ? null : JSON.stringify({ gate: own }) },
  }) as unknown as Promoted; // what is read of it

const judge = async (own: Gate | null, requested: Parameters<typeof judgePromotion>[2]) =>
  await judgePromotion((await openBare()).db, environment(own), requested);

test('without a gate, there is nothing to judge', async () => {
  expect(await judge(null, {})).toBeNull();
});

test.each(['evaluation_id', 'baseline_evaluation_id'] as const)('%s needs a gate', async (field) => {
  const msg = 'There is no gate to check the evaluation against: name one, or protect live';
  await expect(judge(null, { [field]: 'e' })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', field], msg, type: 'gate_missing' }],
  });
});

test('a gate needs an evaluation', async () => {
  const msg = 'A gate needs an evaluation to judge';
  await expect(judge(null, { gate: gate('strict') })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', 'evaluation_id'], msg, type: 'missing' }],
  });
});

test.each([[{}], [{ gate: gate('renamed', 'content of strict') }]])(
  'a protected environment takes nothing unproven: %j',
  async (requested) => {
    await expect(judge(gate('strict'), requested)).rejects.toMatchObject({
      code: 'WF_PROTECTED',
      message: protectedBy('live', 'strict').message,
    });
  },
);

test('another gate than that of a protected environment is refused', async () => {
  await expect(judge(gate('strict'), { gate: gate('lax'), evaluation_id: 'e' })).rejects.toMatchObject({
    code: 'WF_PROTECTED',
    message: expect.stringMatching(
      /^Environment "live" is protected by the gate strict, which lax differs from\. Leave the gate out/,
    ),
  });
});

test('a protected environment says what it accepts', () => {
  expect(protectedBy('live', 'strict')).toMatchObject({
    code: 'WF_PROTECTED',
    message:
      'Environment "live" is protected: it accepts only a variant with an evaluation that passes the gate strict.',
  });
});
