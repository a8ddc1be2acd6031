import { expect, test } from 'vitest';
import { parsePackagesRule } from '../../../../../src/service/hosting/packages/packages-rule.ts';
import { requireAllowed } from '../../../../../src/service/hosting/packages/require-allowed.ts';

const list = (external: string[], scripts: string[] = []) => ({ format: 1 as const, external, scripts, packages: {} });

test.each<[string | null, ReturnType<typeof list>]>([
  ['sharp', list(['sharp'])],
  ['sharp, @x/y:scripts', list(['@x/y', 'sharp'], ['@x/y'])],
])('%s allows %o', (rule, packages) => {
  expect(requireAllowed(packages, parsePackagesRule(rule))).toBeUndefined();
});

test('the only user of a service allows any', () => {
  expect(requireAllowed(list(['a'], ['a']), 'any')).toBeUndefined();
});

test.each<[string | null, ReturnType<typeof list>, string]>([
  [
    null,
    list(['sharp']),
    'the packages sharp, which the bundle imports. An operator can allow it: wf serve --native-packages sharp',
  ],
  [
    'a',
    list(['b'], ['b']),
    'the packages b, which the bundle imports. An operator can allow it: wf serve --native-packages a,b:scripts',
  ],
  [
    'a,b',
    list(['a'], ['a']),
    'install scripts of a, which the bundle imports. An operator can allow it: wf serve --native-packages b,a:scripts',
  ],
  [
    'a:scripts',
    list(['b', 'c'], ['c']),
    'the packages b, c, which the bundle imports. An operator can allow it: wf serve --native-packages a:scripts,b,c:scripts',
  ],
  [
    'a,b',
    list(['a', 'b'], ['a', 'b']),
    'install scripts of a, b, which the bundle imports. An operator can allow it: wf serve --native-packages a:scripts,b:scripts',
  ],
])('%s refuses %o', (rule, packages, message) => {
  const msg = `This service does not run ${message}`;
  expect(() => requireAllowed(packages, parsePackagesRule(rule))).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: msg,
      details: [{ loc: ['body', 'artifact_sha256'], msg, type: 'packages_not_allowed' }],
    }),
  );
});

test.each(['', 'a,', '../a', 'a@1', 'a:script', 'https://x.example/a.tgz'])('%j names no packages', (text) => {
  expect(() => parsePackagesRule(text)).toThrow('is not the name of a package');
});
