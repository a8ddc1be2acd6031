import { expect, test } from 'vitest';
import { defineConfig } from '../../../../src/sdk/settings/define-config.ts';

test('returns its argument', () => {
  const config = { app: 'support', entry: 'src/workflow.ts' };
  expect(defineConfig(config)).toBe(config);
});
