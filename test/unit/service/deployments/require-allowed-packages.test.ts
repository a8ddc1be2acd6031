import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toPartsDocument } from '../../../../src/contract/deployments/bundle-parts.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { requireAllowedPackages } from '../../../../src/service/deployments/require-allowed-packages.ts';
import { storeBundleParts } from '../../../../src/service/deployments/store-bundle-parts.ts';
import type { OperationContext, Principal } from '../../../../src/service/operation/operation.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openOperations } from '../../../helpers/open-operations.ts';

const PACKAGES = {
  format: 1,
  external: ['sharp'],
  scripts: [],
  packages: { 'node_modules/sharp': { version: '1.2.3', integrity: 'sha512-AAAA' } },
};
const ALL_APPS = { id: 'k', name: 'ann', role: 'author' } as const satisfies Principal;

function toPart(path: string, text: string) {
  const bytes = new TextEncoder().encode(text);
  return { path, bytes, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Stores a bundle of these parts, and returns a function that checks its packages. */
async function openBundle(...parts: ReturnType<typeof toPart>[]) {
  const { db, contextOf } = await openOperations();
  const document = toPartsDocument(parts);
  const sha256 = createHash('sha256').update(document).digest('hex');
  await insertBare(
    db,
    'artifacts',
    [...parts, { sha256, bytes: document, size: document.length }].map((one) => {
      return { sha256: one.sha256, bytes: one.bytes, size: one.size };
    }),
  );
  await storeBundleParts(db, ALL_APPS, sha256, document);
  const seen: unknown[] = [];
  const requirePackages = (packages: unknown) => void seen.push(packages);
  const check = async (changes: Partial<OperationContext['hosting']> = {}, hash: string | null = sha256) => {
    const hosting = { requirePackages, ...changes } as OperationContext['hosting']; // what is called of it
    await requireAllowedPackages(hash, contextOf({ hosting }));
    return seen.splice(0);
  };
  return { db, check, sha256 };
}

const CODE = toPart('workflow.mjs', 'export {};');

test('the packages that a bundle imports are checked', async () => {
  const { check } = await openBundle(CODE, toPart('packages.json', JSON.stringify(PACKAGES)));
  expect(await check()).toEqual([PACKAGES]);
  const refusal = new UserError({ code: 'WF_INVALID_INPUT', message: 'This service runs no sharp.' });
  const requirePackages = () => {
    throw refusal;
  };
  await expect(check({ requirePackages })).rejects.toBe(refusal);
});

test('a bundle without packages, code alone and an address have none to check', async () => {
  const { check } = await openBundle(CODE, toPart('a.md', 'a'));
  expect([await check(), await check({}, CODE.sha256), await check({}, null)]).toEqual([[], [], []]);
});

test('a list of packages that is invalid is refused with the reason', async () => {
  const { check } = await openBundle(CODE, toPart('packages.json', '{"format":2}'));
  await expect(check()).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: "The bundle's list of packages is invalid.",
    details: [{ loc: ['body', 'artifact_sha256'], msg: expect.stringMatching(/format/), type: 'value_error' }],
  });
});
