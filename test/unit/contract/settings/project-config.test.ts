import { expect, test } from 'vitest';
import { ProjectConfig } from '../../../../src/contract/settings/project-config.ts';

test.each([
  {},
  { app: 'Support_app-1' },
  { entry: 'a', base: 'b', variant: 'c', profile: 'd' },
  { base_url: 'http://127.0.0.1:4100/api' },
  { timeout: 0.001, call_timeout: 0.001 },
])('%j is accepted', (config) => {
  expect(ProjectConfig.parse(config)).toEqual(config);
});

test.each([
  [{ app: '' }, 'Use letters, digits, "-" and "_" in an app name'],
  [{ app: 'a b' }, 'Use letters, digits, "-" and "_" in an app name'],
  [{ entry: '' }, null],
  [{ base: '' }, null],
  [{ variant: '' }, null],
  [{ profile: '' }, null],
  [{ base_url: 'support' }, null],
  [{ timeout: 0 }, null],
  [{ call_timeout: 0 }, null],
  [{ other: 1 }, null],
])('%j is refused', (config, message) => {
  const { success, error } = ProjectConfig.safeParse(config);
  expect(success).toBe(false);
  if (message !== null) expect(error?.issues[0]?.message).toBe(message);
});
