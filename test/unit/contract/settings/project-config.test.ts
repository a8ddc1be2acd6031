import { expect, test } from 'vitest';
import { ProjectConfig } from '../../../../src/contract/settings/project-config.ts';

test.each([
  {},
  { app: 'Support_app-1' },
  { entry: 'a', base: 'b', variant: 'c', profile: 'd' },
  { base_url: 'http://127.0.0.1:4100/api' },
  { timeout: 0.001, call_timeout: 0.001 },
  { files: Array.from({ length: 1000 }, () => 'a') },
  { external: ['sharp', '!@img/colour', { name: 'sharp' }, { name: '@img/colour', scripts: true }] },
  { external: Array.from({ length: 100 }, () => 'a') },
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
  [{ files: [''] }, null],
  [{ files: Array.from({ length: 1001 }, () => 'a') }, 'Too big: expected array to have <=1000 items'],
  [{ external: Array.from({ length: 101 }, () => 'a') }, 'Too big: expected array to have <=100 items'],
  [{ external: ['../sharp'] }, 'Write the name of a package, as in sharp or @img/colour'],
  [{ external: ['sharp/'] }, 'Write the name of a package, as in sharp or @img/colour'],
])('%j is refused', (config, message) => {
  const { success, error } = ProjectConfig.safeParse(config);
  expect(success).toBe(false);
  if (message !== null) expect(JSON.stringify(error?.issues)).toContain(JSON.stringify(message));
});
