import { expect, test } from 'vitest';
import * as Args from '../../../../../src/cli/kit/define/args.ts';
import * as Flags from '../../../../../src/cli/kit/define/flags.ts';
import { namingOf, valueWordOf } from '../../../../../src/cli/kit/define/naming.ts';

test('flags and arguments keep their naming', () => {
  expect(namingOf(Flags.string({ names: 'testset', allowsPath: true }))).toMatchObject({
    names: 'testset',
    allowsPath: true,
  });
  expect(namingOf(Flags.integer({ names: 'revision', min: 1 }))).toMatchObject({ names: 'revision', min: 1 });
  expect(namingOf(Args.string({ names: 'variant' }))).toMatchObject({ names: 'variant' });
  expect(namingOf(Flags.boolean({}))).not.toHaveProperty('names');
});

test('help labels a value by its naming, unless the flag has its own label', () => {
  expect(Flags.string({ names: 'app' }).helpValue).toBe('APP');
  expect(Flags.string({ names: 'environment', helpValue: 'ENV' }).helpValue).toBe('ENV');
  expect(Flags.string({}).helpValue).toBeUndefined();
  expect(valueWordOf({ names: 'testset', allowsPath: true })).toBe('FILE|TESTSET');
  expect(valueWordOf({ names: 'stored evaluator', isList: true })).toBe('EVALUATOR,…');
});
