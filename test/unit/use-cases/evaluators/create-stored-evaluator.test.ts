import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { EVALUATORS } from '../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import {
  createStoredEvaluator,
  type CreateStoredEvaluatorOptions,
} from '../../../../src/use-cases/evaluators/create-stored-evaluator.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const OWN = { ...EVALUATORS[0], key: 'shorter', settings_template: {} };

async function create(options: Partial<CreateStoredEvaluatorOptions>) {
  const { client, calls } = fakeClient({
    listEvaluators: async () => [...EVALUATORS, OWN] as never,
    listEvaluatorConfigs: async () => [{ id: 'c1', name: 'strict' }] as never,
    createEvaluatorConfig: async ({ body }) => ({ id: 'new', ...body }) as never,
  });
  const warnings: string[] = [];
  await createStoredEvaluator({
    client,
    appId: 'a1',
    name: 'mine',
    evaluator: 'regex_test',
    assignments: [],
    cwd: '/',
    stdin: Readable.from(['from stdin']),
    onWarning: (warning) => warnings.push(warning),
    ...options,
  });
  return { body: calls.at(-1)?.input, warnings };
}

const PATTERN = ['regex_pattern=^a', 'regex_should_match=true'];

test('settings are stored with their types, a text setting as it is typed', async () => {
  expect(await create({ assignments: ['regex_pattern=12', 'regex_should_match=true'] })).toEqual({
    body: {
      body: {
        app_id: 'a1',
        name: 'mine',
        evaluator_key: 'auto_regex_test',
        settings_values: { regex_pattern: '12', regex_should_match: true },
      },
    },
    warnings: [],
  });
});

test.each([
  ['@pattern.txt', 'from file'],
  ['@-', 'from stdin'],
])('a value %s is read', async (value, expected) => {
  await using folder = await tempFolder();
  await writeFile(folder.path('pattern.txt'), 'from file');
  const assignments = [`regex_pattern=${value}`, 'regex_should_match=true'];
  expect((await create({ assignments, cwd: folder.root })).body).toMatchObject({
    body: { settings_values: { regex_pattern: expected } },
  });
});

test('what works otherwise than it looks is a warning', async () => {
  const { warnings } = await create({ assignments: [String.raw`regex_pattern=a\-b`, 'regex_should_match=true'] });
  expect(warnings).toEqual([expect.stringContaining('Unicode mode')]);
});

test.each([
  ['strict', 'WF_CONFLICT', 'There is already a configuration called "strict".', ['wf evaluators delete strict']],
  ['shorter', 'WF_USAGE', 'shorter is already the name of an evaluator. Choose another name for its settings.', []],
  [
    'regex_test',
    'WF_USAGE',
    'regex_test is already the name of an evaluator. Choose another name for its settings.',
    [],
  ],
  ['a,b', 'WF_USAGE', 'The name "a,b" contains a comma or a colon, which --evaluators uses as separators.', []],
  ['a:b', 'WF_USAGE', 'The name "a:b" contains a comma or a colon, which --evaluators uses as separators.', []],
])('the name %s is refused', async (name, code, message, nextSteps) => {
  await expect(create({ name, assignments: PATTERN })).rejects.toMatchObject({ code, message, nextSteps });
});

test('settings must fit, and the evaluator must exist', async () => {
  await expect(create({ assignments: ['regex_pattern=(', 'regex_should_match=true'] })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
  });
  await expect(create({ evaluator: 'regex_tst' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringContaining('Did you mean regex_test?'),
    nextSteps: ['wf evaluators list'],
  });
});
