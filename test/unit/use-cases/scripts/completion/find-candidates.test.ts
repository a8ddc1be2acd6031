import { expect, test } from 'vitest';
import { readCommands } from '../../../../../bin/write-reference.ts';
import { findCandidates } from '../../../../../src/use-cases/scripts/completion/find-candidates.ts';

const commands = await readCommands();

function complete(line: string) {
  const { words, names, before } = findCandidates(line.split(' '), commands);
  return { values: words.map(({ value }) => value), names, before };
}

test('every command can be completed word by word', () => {
  for (const { id } of commands) {
    const words = id.split(' ');
    words.forEach((word, index) => {
      expect(complete([...words.slice(0, index), ''].join(' ')).values).toContain(word);
    });
  }
});

test('every flag of every command is offered', () => {
  for (const { id, flags } of commands) {
    expect(complete(`${id} -`).values.toSorted()).toEqual(flags.map(({ name }) => `--${name}`).toSorted());
  }
});

test.each([
  ['variants list --app ', 'app', ''],
  ['variants show ', 'variant', ''],
  ['variants diff a ', 'variant', ''],
  ['eval run --variants default,', 'variant', 'default,'],
  ['eval run --evaluators=exact_match,', 'evaluator', '--evaluators=exact_match,'],
  ['env deploy ', 'environment', ''],
  ['env deploy production --variant ', 'variant', ''],
  ['run ', 'route', ''],
  ['testsets show ', 'testset', ''],
  ['apps list --profile ', 'profile', ''],
  ['apps create ', null, ''],
])('wf %s needs names of kind %s', (line, names, before) => {
  expect(complete(line)).toMatchObject({ names, before });
});

test('choices are offered, also after an equals sign', () => {
  expect(complete('eval export x --format ').values).toContain('csv');
  expect(complete('eval export x --format=').values).toContain('--format=csv');
  expect(complete('autocomplete ').values).toEqual(['bash', 'zsh', 'fish', 'powershell']);
});

test('a given flag is not offered again, unless it may be repeated', () => {
  expect(complete('variants create a --base b -').values).not.toContain('--base');
  expect(complete('variants create a --set b=1 -').values).toContain('--set');
});

test.each([
  ['variants show --app support ', { flags: { app: 'support' }, args: [] }],
  [
    'variants show --base-url=http://wf.test:1 --profile work a ',
    {
      flags: { 'base-url': 'http://wf.test:1', profile: 'work' },
      args: ['a'],
    },
  ],
  ['variants list --app a --app=b --json --app ', { flags: { app: 'b' }, args: [] }],
  ['variants revert a --to ', { flags: {}, args: ['a'] }],
  ['nothing --app a ', { flags: {}, args: [] }],
])('wf %s has the arguments that names depend on', (line, preceding) => {
  expect(findCandidates(line.split(' '), commands).preceding).toEqual(preceding);
});
