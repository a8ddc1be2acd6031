import { expect, test } from 'vitest';
import * as Flags from '../../../../../src/cli/kit/define/flags.ts';
import { allowedEgress, logTo } from '../../../../../src/cli/kit/define/server-flags.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

test.each([
  [undefined, null],
  ['-', null],
  ['/dev/stdout', null],
  ['/dev/fd/1', null],
  ['out.csv', 'out.csv'],
])('--output %s writes to the file %j', (output, file) => {
  expect(Flags.fileOf(output)).toBe(file);
});

test.each([
  [{ names: 'app' }, 'APP'],
  [{ names: 'testset', allowsPath: true }, 'FILE|TESTSET'],
  [{ names: 'stored evaluator', isList: true }, 'EVALUATOR,…'],
  [{ names: 'environment', helpValue: 'ENV' }, 'ENV'],
  [{}, undefined],
] as const)('help labels the value of a flag with %j as %s', (naming, label) => {
  expect(Flags.string(naming).helpValue).toBe(label);
});

test.each([
  [undefined, []],
  ['', []],
  ['a', ['a']],
  [' a:1 , ,10.0.0.0/8,', ['a:1', '10.0.0.0/8']],
])('--allow-egress %j allows %j', (list, allowed) => {
  expect(allowedEgress(list)).toEqual(allowed);
});

const TERMINAL = { terminal: { columns: 80, rows: 24 } };

test.each([
  ['text', {}, 'text'],
  ['json', TERMINAL, 'json'],
  ['off', {}, 'off'],
  [undefined, {}, 'json'],
  [undefined, TERMINAL, 'text'],
])('--log-format %j with the streams %j logs %s to stderr', (typed, streams, format) => {
  const io = fakeIo(streams);
  const log = logTo(io, typed);
  log.write('a line\n');
  expect([log.format, io.stderr.text, io.stdout.text]).toEqual([format, 'a line\n', '']);
});
