import { Flags } from '@oclif/core';
import { expect, test } from 'vitest';
import {
  missingArgument,
  missingOneOf,
  unknownFlag,
  usageError,
} from '../../../../../src/cli/kit/words/usage-error.ts';

const shown = ({ code, message, nextSteps, details }: ReturnType<typeof usageError>) => ({
  code,
  message,
  nextSteps,
  details,
});
const usage = (message: string, missing?: string) => ({
  code: 'WF_USAGE',
  message,
  nextSteps: [],
  details: missing === undefined ? undefined : { missing },
});

test('wrong usage has its message and next steps', () => {
  expect(shown(usageError('No.', ['wf --help']))).toEqual({ ...usage('No.'), nextSteps: ['wf --help'] });
  expect(shown(usageError('No.'))).toEqual(usage('No.'));
});

test.each([
  ['--app', 'Name of the app.', '--app is missing: name of the app.'],
  ['--app', 'URL of the app', '--app is missing: URL of the app.'],
  ['--app', 'A name.', '--app is missing: a name.'],
  ['--app', 'Übersicht', '--app is missing: übersicht.'],
  ['VARIANT', undefined, 'VARIANT is missing.'],
  ['VARIANT', '', 'VARIANT is missing.'],
])('%s with the description %j', (missing, about, message) => {
  expect(shown(missingArgument(missing, about))).toEqual(usage(message, missing));
});

test('a choice between flags is missing', () => {
  expect(shown(missingOneOf(['--file', '--url']))).toEqual({
    ...usage('One of --file, --url is required.'),
    details: { missing: '--file or --url' },
  });
});

const FLAGS = {
  variant: Flags.string(),
  'base-url': Flags.string(),
  'bass-url': Flags.string(),
  secret: Flags.string({ hidden: true }),
};

test.each([
  ['--varient', 'Unknown flag --varient. Did you mean --variant?'],
  ['--bas-url', 'Unknown flag --bas-url. Did you mean --base-url or --bass-url?'],
  ['-base-url', 'Unknown flag -base-url. Did you mean --base-url?'],
  ['--secret', 'Unknown flag --secret. Available: --variant, --base-url, --bass-url.'],
])('%s is unknown', (typed, message) => {
  expect(shown(unknownFlag(typed, FLAGS))).toEqual(usage(message));
});
