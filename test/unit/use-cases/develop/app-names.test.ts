import { expect, test } from 'vitest';
import { deriveAppName, requireAppName, toPackageName } from '../../../../src/use-cases/develop/app-names.ts';

test.each([
  ['My Café!', 'my-cafe'],
  ['__support__', 'support'],
  ['a_b-c', 'a_b-c'],
  ['日本', 'workflow'],
  ['', 'workflow'],
  [`${'a'.repeat(99)}--z`, 'a'.repeat(99)],
])('the folder %j gives the app name %s', (folder, name) => {
  expect(deriveAppName(folder)).toBe(name);
});

test.each(['support', 'A_b-9', 'a'.repeat(100)])('%s is an app name', (name) => {
  expect(requireAppName(name)).toBe(name);
});

test.each(['', 'two words', 'ü', 'a'.repeat(101)])('%j is refused with a name that would do', (name) => {
  expect(() => requireAppName(name)).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: `Invalid app name ${JSON.stringify(name)}: use up to 100 letters, digits, "-" and "_".`,
      nextSteps: [`wf init --name ${deriveAppName(name)}`],
    }),
  );
});

test("a package is not named like a dependency of it, or npm's folder", () => {
  expect(toPackageName('Support', ['zod'])).toBe('support');
  expect(toPackageName('zod', ['zod'])).toBe('zod-app');
  expect(toPackageName('node_modules', [])).toBe('node_modules-app');
});
