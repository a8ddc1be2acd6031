import { describe, expect, test } from 'vitest';
import { InvalidMessage } from '../../../../src/contract/host-protocol/invalid-message.ts';
import { MAX_EXPORTS, MAX_NAME_LENGTH } from '../../../../src/contract/host-protocol/limits.ts';
import {
  parseSourceCommand,
  parseSourceMessage,
  type SourceCommand,
  type SourceMessage,
} from '../../../../src/contract/host-protocol/source-protocol.ts';
import { toThrownError } from '../../../../src/errors/thrown-error.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';

const names = (count: number) => Array.from({ length: count }, () => 'name');
const threw = { type: 'threw', message: 'm', stack: '', name: 'Error', code: null, refusal: null };

describe('commands of wf dev', () => {
  test.each<SourceCommand>([
    { type: 'load-version', bundle: 'x'.repeat(MAX_NAME_LENGTH) },
    { type: 'configuration', id: 1, params: {} },
    { type: 'configuration-failure', id: 1, code: 'WF_FAILED', message: '' },
    { type: 'export-spans', settings: {} },
  ])('are read: $type', (command) => {
    expect(parseSourceCommand(JSON.stringify(command))).toEqual(command);
  });

  test.each([
    ['a file that is no text', { type: 'load-version', bundle: null }, 'bundle: invalid_type'],
    ['a path that is too long', { type: 'load-version', bundle: 'x'.repeat(MAX_NAME_LENGTH + 1) }, 'bundle: too_big'],
    ['calls, which sources take over HTTP only', { type: 'calls', calls: [] }, 'type: invalid_union'],
  ])('are refused with %s', (_, command, reason) => {
    expect(() => parseSourceCommand(JSON.stringify(command))).toThrow(new InvalidMessage(reason));
  });
});

describe('messages of the sources', () => {
  test.each<SourceMessage>([
    { type: 'warm' },
    { type: 'described', routes: [{ path: '/' }, null], exportNames: names(MAX_EXPORTS) },
    { type: 'threw', ...toThrownError(new Error('broken')) },
    {
      type: 'threw',
      ...toThrownError(new UserError({ code: 'WF_FAILED', message: 'm', nextSteps: ['n'], details: 1 })),
    },
    { type: 'fetch-configuration', id: 1, reference: { environment: 'production' } },
  ])('are read: $type (%#)', (message) => {
    expect(parseSourceMessage(JSON.stringify(message))).toEqual(message);
  });

  test('are read without what JSON leaves out', () => {
    const thrown = toThrownError(new UserError({ code: 'WF_FAILED', message: 'without details' }));
    expect(parseSourceMessage(JSON.stringify({ type: 'threw', ...thrown }))).toMatchObject({
      message: 'without details',
      refusal: { nextSteps: [] },
    });
  });

  test.each([
    ['routes of another shape', { type: 'described', routes: {}, exportNames: [] }, 'routes: invalid_type'],
    ['too many routes', { type: 'described', routes: names(MAX_EXPORTS + 1), exportNames: [] }, 'routes: too_big'],
    [
      'too many exports',
      { type: 'described', routes: [], exportNames: names(MAX_EXPORTS + 1) },
      'exportNames: too_big',
    ],
    ['an export that is no text', { type: 'described', routes: [], exportNames: [1] }, 'exportNames.0: invalid_type'],
    ['a stack that is no text', { ...threw, stack: null }, 'stack: invalid_type'],
    ['a code that is no text', { ...threw, code: 1 }, 'code: invalid_type'],
    ['next steps that are text', { ...threw, refusal: { nextSteps: '' } }, 'refusal.nextSteps: invalid_type'],
    ['answers, which come over HTTP only', { type: 'answers', answers: [] }, 'type: invalid_union'],
    ['readiness, which is a bundle’s', { type: 'ready' }, 'type: invalid_union'],
  ])('are refused with %s', (_, message, reason) => {
    expect(() => parseSourceMessage(JSON.stringify(message))).toThrow(new InvalidMessage(reason));
  });
});
