import { expect, test } from 'vitest';
import { withPlaceholders } from '../../../../src/use-cases/develop/with-placeholders.ts';

test('a key of a model provider without a value has a placeholder, another variable has none', () => {
  const variables = withPlaceholders({
    ANTHROPIC_API_KEY: '',
    DATABASE_KEY: '',
    REGION: 'eu',
    XAI_API_KEY: 'xai-mine',
  });
  expect(variables).toMatchObject({
    ANTHROPIC_API_KEY: expect.stringContaining('placeholder'),
    OPENAI_API_KEY: expect.stringContaining('placeholder'),
    DATABASE_KEY: '',
    REGION: 'eu',
    XAI_API_KEY: 'xai-mine',
  });
  expect(variables).not.toHaveProperty('DATABASE_URL');
});
