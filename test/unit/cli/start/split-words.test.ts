import { expect, test } from 'vitest';
import { splitWords } from '../../../../src/cli/start/split-words.ts';

const IDS = ['variants list', 'variants', 'run', 'eval run'];

test.each<[string, string[], string[], string[]]>([
  ['variants list --app shop', ['variants', 'list'], [], ['--app', 'shop']],
  ['--json variants -q list x', ['variants', 'list'], ['--json', '-q'], ['x']],
  ['--profile local run --profile x /', ['run'], ['--profile', 'local', '--profile', 'x'], ['/']],
  [
    '--base-url=http://h --timeout 5 --jq .id run',
    ['run'],
    ['--base-url=http://h', '--timeout', '5', '--jq', '.id'],
    [],
  ],
  [
    '--tsv --quiet --debug --no-color --help -h run',
    ['run'],
    ['--tsv', '--quiet', '--debug', '--no-color', '--help', '-h'],
    [],
  ],
  ['variants lists', ['variants'], [], ['lists']],
  ['var list', [], [], ['var', 'list']],
  ['run run', ['run'], [], ['run']],
  ['run --profile', ['run'], ['--profile'], []],
  ['--json=x run', ['run'], ['--json=x'], []],
  ['--other run', [], [], ['--other', 'run']],
  ['', [], [], []],
])('%s', (line, words, flags, rest) => {
  const argv = line === '' ? [] : line.split(' ');
  expect(splitWords(argv, IDS)).toEqual({ words, flags, rest });
});
