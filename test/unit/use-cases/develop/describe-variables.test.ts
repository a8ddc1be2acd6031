import { expect, test } from 'vitest';
import { describeVariables } from '../../../../src/use-cases/develop/describe-variables.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('schemas are read with the values of .env', async () => {
  await using project = await tempProject({ '.env': 'OPENAI_API_KEY=sk-mine\nREGION=eu\n' });
  expect(await describeVariables(project.root)).toMatchObject({ OPENAI_API_KEY: 'sk-mine', REGION: 'eu' });
});

test('a key of a model provider without a value has a placeholder, another variable has none', async () => {
  await using project = await tempProject({ '.env': 'ANTHROPIC_API_KEY=\nDATABASE_KEY=\n' });
  const variables = await describeVariables(project.root);
  expect(variables).toMatchObject({
    ANTHROPIC_API_KEY: expect.stringContaining('placeholder'),
    OPENAI_API_KEY: expect.stringContaining('placeholder'),
    DATABASE_KEY: '',
  });
  expect(variables).not.toHaveProperty('DATABASE_URL');
});
