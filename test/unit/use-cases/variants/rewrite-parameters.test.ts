import { expect, test } from 'vitest';
import type { Parameters } from '../../../../src/contract/variants/variant.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { rewriteParameters } from '../../../../src/use-cases/variants/rewrite-parameters.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { variantOf } from '../../ui/fixtures.ts';

const failure = new ServiceError({ code: 'WF_UNREACHABLE', message: 'Gone.', status: 503, requestId: 'r1' });

interface Service {
  /** The write that fails, from 1. */
  readonly failing?: number;
  /** Parameters that it has afterwards. @defaultValue what was written last */
  readonly stores?: Parameters;
  readonly isUnreadable?: boolean;
  /** Revisions of others in between. */
  readonly others?: number;
}

async function rewrite(
  before: Parameters,
  after: Parameters,
  { failing, stores, isUnreadable, others = 0 }: Service = {},
) {
  const variant = variantOf({ variant_name: 'formal', parameters: before, revision: 3 });
  const writes: Parameters[] = [];
  const { client } = fakeClient({
    updateVariantParameters: async ({ body }) => {
      if (writes.length + 1 === failing) throw failure;
      writes.push(body.parameters);
      return undefined as never;
    },
    getVariant: async () => {
      if (isUnreadable === true) throw failure;
      return { ...variant, parameters: stores ?? writes.at(-1) ?? {}, revision: 3 + writes.length + others };
    },
  });
  return { ...(await rewriteParameters(client, variant, after)), writes };
}

test('new and changed values are one write of the whole', async () => {
  const { writes, record, warning } = await rewrite({ a: 1 }, { a: 2, b: 1 });
  expect([writes, record.revision, warning]).toEqual([[{ a: 2, b: 1 }], 4, null]);
});

test('a removed key needs a reset before', async () => {
  const { writes, record } = await rewrite({ a: 1, b: 1 }, { a: 2 });
  expect([writes, record.revision]).toEqual([[{}, { a: 2 }], 5]);
});

test('no parameters are one reset', async () => {
  expect((await rewrite({ a: 1 }, {})).writes).toEqual([{}]);
});

test('a variant that cannot be read back is shown as written, with a warning', async () => {
  const { record, warning } = await rewrite({ a: 1, b: 1 }, { a: 2 }, { isUnreadable: true });
  expect(record).toMatchObject({ parameters: { a: 2 }, revision: 5 });
  expect(warning).toContain('reading it back failed');
});

test('a failure between reset and write says how to get the old ones back', async () => {
  await expect(rewrite({ a: 1, b: 1 }, { a: 2 }, { failing: 2 })).rejects.toMatchObject({
    code: 'WF_UNREACHABLE',
    status: 503,
    requestId: 'r1',
    message:
      'The parameters of formal were reset to remove a key, and storing the others failed: Gone. Revision 3 has the old ones.',
    nextSteps: ['wf variants revert formal --to 3'],
  });
});

test('a failure of the only write changed nothing, and is passed on', async () => {
  await expect(rewrite({ a: 1 }, { a: 2 }, { failing: 1 })).rejects.toBe(failure);
});

test('other parameters afterwards are a conflict', async () => {
  await expect(rewrite({ a: 1 }, { a: 2 }, { stores: { a: 9 } })).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message:
      'formal does not have the parameters that were written: somebody else changed it at the same time, or the service stored something else. It has {"a":9} at revision 4.',
    nextSteps: ['wf variants revisions formal', 'Run the same command again'],
    details: { written: { a: 2 }, stored: { parameters: { a: 9 } } },
  });
});

test('a change of somebody else in between is reported', async () => {
  expect((await rewrite({ a: 1 }, { a: 2 }, { others: 1 })).warning).toBe(
    'Somebody else changed formal at the same time, and this change won, as revision 5. The history has theirs: wf variants revisions formal',
  );
});
