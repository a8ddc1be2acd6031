import { integer, string } from '@oclif/core/flags';
import { CLIError } from '@oclif/core/errors';
import { expect, test } from 'vitest';
import { UserError } from '../../../../../src/errors/wf-error.ts';
import { explainRefusal } from '../../../../../src/cli/kit/words/explain-refusal.ts';
import { RefusedValue, type ValueDefinition } from '../../../../../src/cli/kit/words/with-refusals.ts';

const FLAGS = { name: string(), secret: string({ hidden: true }), count: integer() };

test.each([
  [{ flags: ['--nmae'] }, 'Unknown flag --nmae. Did you mean --name?'],
  [{ flags: ['--nmae=--x=1'] }, 'Unknown flag --nmae. Did you mean --name?'],
  [{ flags: ['--secrets'] }, 'Unknown flag --secrets. Available: --name, --count.'],
  [{ flags: ['-x'] }, 'Unknown flag -x. Available: --name, --count.'],
  [{ args: ['one'] }, 'Unexpected argument "one". The command takes no arguments.'],
  [
    { args: ['one', 't"wo'], parse: { input: { args: { first: {}, rest: {} } } } },
    String.raw`Unexpected arguments "one", "t\"wo". The command takes FIRST REST.`,
  ],
  [{ args: [{ name: 'file', description: 'File to read.' }] }, 'FILE is missing: file to read.'],
  [{ args: [{ name: 'file', description: 'NAME of it' }] }, 'FILE is missing: NAME of it.'],
  [{ args: [{ name: 'file' }] }, 'FILE is missing.'],
  [{ args: [{ name: 'file', options: ['a', 'b'], description: 'Not shown' }] }, 'FILE is missing: one of a, b.'],
  [{ flags: [] }, 'Something else.'],
  [{}, 'Something else.'],
])("oclif's error with %j becomes %j", (facts, message) => {
  const error = Object.assign(new CLIError('Something else'), facts);
  expect(explainRefusal(error, FLAGS)).toMatchObject({ code: 'WF_USAGE', message });
});

test('a sentence keeps its full stop', () => {
  expect(explainRefusal(new CLIError('Done.'), FLAGS)).toMatchObject({ message: 'Done.' });
});

test.each([new Error('x'), new TypeError('y'), 'text', null])('anything else stays as it is: %s', (error) => {
  expect(explainRefusal(error, FLAGS)).toBe(error);
});

const INTEGER: ValueDefinition = { parse: integer().parse };
const not = new Error('Expected an integer');

test.each<[ValueDefinition, string, unknown, string]>([
  [INTEGER, 'x', not, '--count takes a whole number, not "x".'],
  [{ ...INTEGER, min: 1 }, '0', not, '--count takes a whole number of 1 or more, not "0".'],
  [{ ...INTEGER, max: 9 }, '10', not, '--count takes a whole number of 9 or less, not "10".'],
  [{ ...INTEGER, min: 0, max: 9 }, '10', not, '--count takes a whole number from 0 to 9, not "10".'],
  [{ parse: null }, 'x', new Error('it is odd'), '--count cannot be "x": it is odd.'],
  [{ parse: null }, 'x', 'thrown text', '--count cannot be "x".'],
  [
    { parse: null, options: ['formal', 'short'] },
    'fromal',
    undefined,
    '--count cannot be "fromal". Did you mean formal? It is one of formal, short.',
  ],
  [
    { parse: null, options: ['tone', 'tune'] },
    'tine',
    undefined,
    '--count cannot be "tine". Did you mean tone or tune? It is one of tone, tune.',
  ],
  [
    { parse: null, options: ['formal', 'short'] },
    'zzzzzz',
    undefined,
    '--count cannot be "zzzzzz". It is one of formal, short.',
  ],
])('a value that %j refuses, %j, is explained', (definition, text, cause, message) => {
  expect(explainRefusal(new RefusedValue('--count', text, definition, cause), FLAGS)).toMatchObject({ message });
});

test('an error of ours stays as it is', () => {
  const cause = new UserError({ code: 'WF_NOT_FOUND', message: 'No file.' });
  expect(explainRefusal(new RefusedValue('--file', 'x', { parse: null }, cause), FLAGS)).toBe(cause);
});
