import { expect, test } from 'vitest';
import type { AppVariantResponse } from '../../../../src/contract/variants/variant.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { addByPublicMeans } from '../../../../src/use-cases/variants/add-by-public-means.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const BODY = { base_id: 'b1', new_variant_name: 'formal', new_config_name: 'formal', parameters: { a: 1 } };
const OTHER = variantOf({ base_id: 'b2', config_name: 'formal', variant_name: 'elsewhere' });
const FORMAL = variantOf({ base_id: 'b1', config_name: 'formal', variant_name: 'formal', parameters: { a: 1 } });

const refusal = (code: 'WF_UNEXPECTED_ANSWER' | 'WF_UNREACHABLE' | 'WF_FORBIDDEN', status: number) =>
  new ServiceError({ code: code as never, message: `${code}.`, status });

/** Adds a variant; the service lists these before and after, and answers so. */
async function add(
  before: readonly AppVariantResponse[],
  after: readonly AppVariantResponse[] | Error,
  answer: AppVariantResponse | Error = FORMAL,
  bases: readonly string[] = [],
) {
  let asked = 0;
  const { client } = fakeClient({
    listAppVariants: async () => {
      asked += 1;
      if (asked === 1) return [...before];
      if (after instanceof Error) throw after;
      return [...after];
    },
    listBases: async () => bases.map((base_id) => ({ base_id, base_name: base_id })),
    addVariantFromBase: async () => {
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return await addByPublicMeans(client, 'a', BODY);
}

test('the listed variant is the result', async () => {
  expect(await add([OTHER], [OTHER, FORMAL])).toEqual({ record: FORMAL, warning: null });
});

test('a name that is taken is refused before anything is sent', async () => {
  await expect(add([FORMAL], [FORMAL])).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: `The base already has a configuration "formal": variant formal (${FORMAL.variant_id}).`,
    nextSteps: ['wf variants list'],
  });
});

test('another name than was sent is a warning', async () => {
  const stored = { ...FORMAL, variant_name: 'main.formal' };
  const { record, warning } = await add([], [stored]);
  expect(record).toEqual(stored);
  expect(warning).toBe('The service calls it main.formal, not formal.');
});

test('other parameters than were sent are an error', async () => {
  await expect(add([], [{ ...FORMAL, parameters: { a: 2 } }])).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: `The service stored something else than was sent: variant formal (${FORMAL.variant_id}) has the configuration "formal" with {"a":2}, not "formal" with {"a":1}.`,
    nextSteps: ['wf variants list'],
  });
});

test('a confirmed variant is as it was sent when neither the answer nor the list can be read', async () => {
  const model = variantOf({ base_id: 'b1', config_name: 'other', variant_name: 'other' });
  const { record, warning } = await add([model], refusal('WF_UNREACHABLE', 503), refusal('WF_UNEXPECTED_ANSWER', 200));
  expect(record).toMatchObject({ variant_id: '', variant_name: 'formal', base_id: 'b1', parameters: { a: 1 } });
  expect(warning).toContain('reading it back failed');
});

test('a failure without a reason means an unknown base if no variant and no list has it', async () => {
  const failed = refusal('WF_UNREACHABLE', 500);
  await expect(add([OTHER], [OTHER], failed, ['b2'])).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining('No base is called "b1".'),
  });
  await expect(add([], [], failed, ['b1'])).rejects.toBe(failed);
});

test('an answer of another shape does not matter when the variant is listed', async () => {
  expect((await add([], [FORMAL], refusal('WF_UNEXPECTED_ANSWER', 200))).record).toEqual(FORMAL);
});

test('an answer of another shape is the error when the variant is not listed', async () => {
  const odd = refusal('WF_UNEXPECTED_ANSWER', 200);
  await expect(add([], [], odd)).rejects.toBe(odd);
});

test('a refusal is passed on', async () => {
  const refused = refusal('WF_FORBIDDEN', 403);
  await expect(add([], [FORMAL], refused)).rejects.toBe(refused);
});

test('a confirmed variant that is not listed was not stored', async () => {
  await expect(add([], [OTHER])).rejects.toMatchObject({
    code: 'WF_UNEXPECTED_ANSWER',
    message: 'The service confirmed the variant formal, and does not list it.',
    nextSteps: ['wf variants list'],
  });
});

test('a confirmed variant is the result, with a warning, when the list cannot be read', async () => {
  expect(await add([], refusal('WF_UNREACHABLE', 503))).toEqual({
    record: FORMAL,
    warning: expect.stringMatching(/^The change was made, but reading it back failed/),
  });
});

test('a bug of ours while listing is not hidden', async () => {
  await expect(add([], new TypeError('bug'))).rejects.toThrow(expect.objectContaining({ message: 'bug' }));
});
