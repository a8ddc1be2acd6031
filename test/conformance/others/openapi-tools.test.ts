import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { generateSource } from 'oazapfts';
import { generate } from 'openapi-typescript-codegen';
import { expect, test } from 'vitest';
import { startService } from '../../helpers/start-service.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

/** The document as tools get it. */
async function fetchDocument(): Promise<string> {
  await using running = await startService();
  return await (await running.send('GET', '/openapi.json', { key: null })).text();
}

const text = await fetchDocument();

test('it is valid by the schema of OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(JSON.parse(text));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('a second validator finds neither errors nor warnings', async () => {
  const rules = {
    // The interface has /evaluators/{key}/run next to /evaluators/configs/{id}.
    'no-ambiguous-paths': 'off',
    // Health and this document have no input that could be wrong.
    'operation-4xx-response': 'off',
  } as const;
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: text, config, absoluteRef: 'openapi.json' });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('clients from two generators compile', async () => {
  await using folder = await tempFolder();
  const input = folder.path('openapi.json');
  await writeFile(input, text);
  await writeFile(folder.path('one.ts'), await generateSource(input));
  await generate({ input, output: folder.path('two'), httpClient: 'fetch' });
  await symlink(`${process.cwd()}/node_modules`, folder.path('node_modules'));
  const compilerOptions = { strict: true, noEmit: true, module: 'preserve', target: 'es2024', skipLibCheck: true };
  const calls = `import { listApps, createKey } from './one.ts';
    import { VariantsService, type Evaluation } from './two/index.ts';
    export const called = [listApps({ appName: 'support' }), createKey({ name: 'ci' }), VariantsService.getVariant('v')];
    export const status = (evaluation: Evaluation): string => evaluation.status.type;`;
  await writeFile(folder.path('calls.ts'), calls);
  const options = { ...compilerOptions, allowImportingTsExtensions: true };
  await writeFile(folder.path('tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['calls.ts'] }));
  const compiler = `${process.cwd()}/node_modules/typescript/bin/tsc`;
  const compiled = await promisify(execFile)(process.execPath, [compiler, '-p', folder.root]).catch(
    // What the compiler finds is on stdout, also when it fails.
    (error: unknown) => error as { readonly stdout: string },
  );
  expect(compiled.stdout).toBe('');
});
