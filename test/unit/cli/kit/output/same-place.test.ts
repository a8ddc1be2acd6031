import { expect, test } from 'vitest';
import { inSamePlace, placeSteps } from '../../../../../src/cli/kit/output/same-place.ts';

const APP = ['a', '--app', 'support desk'];

test.each<[string, readonly string[], string]>([
  ['wf variants list', APP, "wf variants list --app 'support desk'"],
  ['wf variants list', ['--app=x', '--app', 'y'], 'wf variants list --app y'],
  ["wf env deploy 'a, b' --variant c", ['--app', 'x'], "wf env deploy 'a, b' --variant c --app x"],
  ['wf env vars set A < FILE', ['--app', 'x'], 'wf env vars set A --app x < FILE'],
  ['wf variants list && wf run /', ['--app', 'x'], 'wf variants list --app x && wf run / --app x'],
  ["wf deploy, in a project's folder", ['--app', 'x'], "wf deploy --app x, in a project's folder"],
  ['wf eval list', ['--profile', 'p', '--base-url', 'http://a'], 'wf eval list --profile p --base-url http://a'],
  ['wf testsets list', ['--profile', 'p', '--app', 'x'], 'wf testsets list --profile p'],
  ['wf env list', ['deploy', 'my shop', '--plan'], "cd 'my shop' && wf env list"],
  ['wf deploy', ['build', '--check', '--output', 'out', 'shop'], 'cd shop && wf deploy'],
])('%s after a line with %j is %s', (step, typed, placed) => {
  expect(inSamePlace(step, typed)).toBe(placed);
});

test.each<[string, readonly string[]]>([
  ['wf variants list', []],
  ['wf variants list --app support', ['--app', 'x']],
  ['wf apps list', ['--app', 'x']],
  ['wf routes', ['--app', 'x']],
  ['wf login --base-url URL', ['--base-url', 'http://a']],
  ['wf profiles list', ['--profile', 'nothing']],
  ['wf config list', ['--base-url', 'nowhere']],
  ['wf variants list', ['--app']],
  ['wf variants list', ['--', '--app', 'x']],
  ['Add --app support', ['--app', 'x']],
  ['wf deploy --env staging', ['deploy', 'staging']],
  ['wf env list', ['deploy', '--env', 'staging']],
  ['wf env list', ['env', 'show', 'shop']],
  ['wf help methods', ['deploy', 'shop']],
])('%s stays as it is after %j', (step, typed) => {
  expect(inSamePlace(step, typed)).toBe(step);
});

test('what follows "Next:" and the like is placed, each on its line', () => {
  const text = 'Done. Next: wf env list\nNext: wf routes\nNothing yet. Run one: wf eval list';
  expect(placeSteps(text, APP)).toBe(
    "Done. Next: wf env list --app 'support desk'\nNext: wf routes\nNothing yet. Run one: wf eval list --app 'support desk'",
  );
});
