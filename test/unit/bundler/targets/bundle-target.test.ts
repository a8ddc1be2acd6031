import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { NO_PACKAGE_RULES } from '../../../../src/bundler/packages/external-package.ts';
import { bundleTarget } from '../../../../src/bundler/targets/bundle-target.ts';
import { TARGETS } from '../../../../src/bundler/targets/targets.ts';
import { isWfError } from '../../../../src/errors/wf-error.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const RUNTIME = resolve(import.meta.dirname, '../../../fixtures/stub-sdk/target.ts');
const READS_FILES = "import { readFileSync } from 'node:fs';\nexport const text = readFileSync('a');\n";

async function bundle(files: Readonly<Record<string, string>>, target: keyof typeof TARGETS) {
  await using project = await tempProject(files);
  const aliases = { wfkit: RUNTIME };
  const options = {
    root: project.root,
    entry: 'workflow.ts',
    app: 'support',
    aliases,
    patterns: [],
    runtime: RUNTIME,
    packages: NO_PACKAGE_RULES,
    cpu: null,
  };
  return await bundleTarget({ ...options, target: TARGETS[target] });
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isWfError(error)) throw new Error('It was not refused.', { cause: error });
  return `${error.code} ${error.message}`;
}

test('a module that the platform lacks is rejected at the line of its import', async () => {
  const files = { 'workflow.ts': "import './files.ts';\n", 'files.ts': READS_FILES };
  expect(await refusalOf(bundle(files, 'cloudflare'))).toBe(
    [
      'WF_BUILD_FAILED files.ts:1:30: Cloudflare Workers have no file system, but this file imports "node:fs".',
      '',
      "  1 | import { readFileSync } from 'node:fs';",
      '    |                              ^',
    ].join('\n'),
  );
});

test("a package's import of such a module is a warning, and fails when it is used", async () => {
  const files = {
    'workflow.ts': "import { text } from 'reader';\nexport default text;\n",
    'node_modules/reader/package.json': '{"name":"reader","main":"index.js"}',
    'node_modules/reader/index.js': "const fs = require('fs'); exports.text = () => fs.readFileSync('a');",
  };
  const { warnings, files: written } = await bundle(files, 'cloudflare');
  expect(warnings).toEqual([
    'node_modules/reader/index.js:1:20: Cloudflare Workers have no file system, but this file imports "fs"',
  ]);
  expect(Buffer.from(written.get('worker.mjs') ?? []).toString()).toContain('Cloudflare Workers have no file system.');
});

test.each(['container', 'lambda'] as const)('what a %s only half has is a warning at its line', async (target) => {
  const { warnings } = await bundle({ 'workflow.ts': READS_FILES }, target);
  expect(warnings).toEqual([expect.stringMatching(/^workflow\.ts:1:30: .+only has the files that the build carries/)]);
});

test('a folder for node may import all Node modules', async () => {
  expect((await bundle({ 'workflow.ts': READS_FILES }, 'node')).warnings).toEqual([]);
});

test('code above the size limit of the platform is rejected', async () => {
  const noise = Array.from({ length: 800_000 }, (_, index) => ((index * 2_654_435_761) >>> 0).toString(36)).join('');
  const files = { 'workflow.ts': `export const noise = ${JSON.stringify(noise)};\n` };
  const small = { warnAbove: 500_000, refuseAbove: 1_000_000, reason: 'that is too large' };
  await using project = await tempProject(files);
  const target = { ...TARGETS.cloudflare, limits: { ...TARGETS.cloudflare.limits, size: small } };
  const options = {
    root: project.root,
    entry: 'workflow.ts',
    app: 'support',
    aliases: {},
    patterns: [],
    packages: NO_PACKAGE_RULES,
    cpu: null,
    runtime: RUNTIME,
    target,
  };
  expect(await refusalOf(bundleTarget(options))).toMatch(
    /^WF_BUILD_FAILED Cloudflare Workers: The code is \d+\.\d MB gzipped/,
  );
});

test('the same sources yield the same bytes in any folder', async () => {
  const files = {
    'workflow.ts': "export const lazy = async () => await import('./other.ts');\n",
    'other.ts': 'export default 1;\n',
  };
  const [one, other] = [await bundle(files, 'container'), await bundle(files, 'container')];
  expect([...one.files]).toEqual([...other.files]);
  expect([...one.files.keys()]).toEqual(
    expect.arrayContaining(['Dockerfile', 'kubernetes/deployment.yaml', 'server.mjs']),
  );
});

test('a syntax error is reported as in any build', async () => {
  expect(await refusalOf(bundle({ 'workflow.ts': 'const = 1' }, 'lambda'))).toContain(
    'WF_BUILD_FAILED workflow.ts:1:7',
  );
});
