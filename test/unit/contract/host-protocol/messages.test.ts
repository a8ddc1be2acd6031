import { describe, expect, test } from 'vitest';
import {
  type BundleCommand,
  type BundleMessage,
  parseBundleCommand,
  parseBundleMessage,
  InvalidMessage,
} from '../../../../src/contract/host-protocol/bundle-protocol.ts';
import { MAX_EXPORTS, MAX_NAME_LENGTH } from '../../../../src/contract/host-protocol/limits.ts';
import {
  parseSourceCommand,
  parseSourceMessage,
  type SourceCommand,
  type SourceMessage,
} from '../../../../src/contract/host-protocol/source-protocol.ts';
import { toThrownError } from '../../../../src/foundation/errors/thrown-error.ts';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';

const [BATCH_SIZE, MAX_SHORT_LENGTH, MAX_TEXT_LENGTH] = [32, 65_536, 10_485_760];

const call = { id: 1, path: '/run', body: '{}', revision: 'r-1' };
const answer = { id: 1, status: 200, text: '{}', retryAfter: null };
const repeat = <Item>(item: Item, times: number): Item[] => Array.from({ length: times }, () => item);
const calls = (change: object) => ({ type: 'calls', calls: [{ ...call, ...change }] });
const answers = (change: object) => ({ type: 'answers', answers: [{ ...answer, ...change }] });

describe('commands of the service', () => {
  test.each<BundleCommand>([
    { type: 'calls', calls: repeat(call, BATCH_SIZE) },
    { type: 'calls', calls: [{ ...call, revision: null }] },
    { type: 'calls', calls: [{ ...call, path: 'x'.repeat(MAX_NAME_LENGTH), body: 'x'.repeat(MAX_TEXT_LENGTH) }] },
    { type: 'cancel-call', id: Number.MAX_SAFE_INTEGER },
    { type: 'configuration', id: 1, params: { temperature: 0.5, nested: { a: [null] } } },
    { type: 'configuration-failure', id: 1, code: 'WF_NOT_FOUND', message: 'No variant has this name.' },
    { type: 'export-spans', settings: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' } },
  ])('are parsed: $type (%#)', (command) => {
    expect(parseBundleCommand(JSON.stringify(command))).toEqual(command);
  });

  test.each([
    ['calls of another shape', { type: 'calls', calls: 5 }, 'calls: invalid_type'],
    ['no calls', { type: 'calls', calls: [] }, 'calls: too_small'],
    ['more calls than a batch', { type: 'calls', calls: repeat(call, BATCH_SIZE + 1) }, 'calls: too_big'],
    ['a call that is null', { type: 'calls', calls: [null] }, 'calls.0: invalid_type'],
    ['an id of 0', calls({ id: 0 }), 'calls.0.id: too_small'],
    ['an id that is no integer', calls({ id: 1.5 }), 'calls.0.id: invalid_type'],
    ['an id that is text', calls({ id: '1' }), 'calls.0.id: invalid_type'],
    ['a path that is too long', calls({ path: 'x'.repeat(MAX_NAME_LENGTH + 1) }), 'calls.0.path: too_big'],
    ['a body that is too long', calls({ body: 'x'.repeat(MAX_TEXT_LENGTH + 1) }), 'calls.0.body: too_big'],
    ['a body that is no text', calls({ body: {} }), 'calls.0.body: invalid_type'],
    ['no revision', { type: 'calls', calls: [{ id: 1, path: '/', body: '' }] }, 'calls.0.revision: invalid_type'],
    ['a field of another version', calls({ headers: {} }), 'calls.0: unrecognized_keys'],
    ['a cancelled call with an id below 1', { type: 'cancel-call', id: -1 }, 'id: too_small'],
    ['parameters that are a list', { type: 'configuration', id: 1, params: [] }, 'params: invalid_type'],
    ['a failure without a message', { type: 'configuration-failure', id: 1, code: 'X' }, 'message: invalid_type'],
    ['a setting that is no text', { type: 'export-spans', settings: { A: 1 } }, 'settings.A: invalid_type'],
    ['a message of a bundle', { type: 'ready' }, 'type: invalid_union'],
  ])('are rejected with %s', (_, command, reason) => {
    expect(() => parseBundleCommand(JSON.stringify(command))).toThrow(new InvalidMessage(reason));
  });
});

describe('messages of a bundle', () => {
  test.each<BundleMessage>([
    { type: 'ready' },
    { type: 'answers', answers: repeat(answer, BATCH_SIZE) },
    { type: 'answers', answers: [{ ...answer, status: 100, retryAfter: '5' }] },
    { type: 'answers', answers: [{ ...answer, status: 599, text: 'x'.repeat(MAX_SHORT_LENGTH) }] },
    { type: 'fetch-configuration', id: 1, reference: {} },
    { type: 'fetch-configuration', id: 1, reference: { revision: 'r-1', variant: null, version: 2 } },
    { type: 'fetch-configuration', id: 1, reference: { application: 'x'.repeat(MAX_NAME_LENGTH), environment: 'e' } },
  ])('are parsed: $type (%#)', (message) => {
    expect(parseBundleMessage(JSON.stringify(message))).toEqual(message);
  });

  test.each([
    ['nothing', null, 'the message: invalid_type'],
    ['a list', [null], 'the message: invalid_type'],
    ['text', 'ready', 'the message: invalid_type'],
    ['an unknown type', { type: 'exit' }, 'type: invalid_union'],
    ['no type', {}, 'type: invalid_union'],
    ['a command of the service', { type: 'cancel-call', id: 1 }, 'type: invalid_union'],
    ['more than the type', { type: 'ready', port: 80 }, 'the message: unrecognized_keys'],
    ['answers of another shape', { type: 'answers', answers: 5 }, 'answers: invalid_type'],
    ['no answers', { type: 'answers', answers: [] }, 'answers: too_small'],
    ['more answers than a batch', { type: 'answers', answers: repeat(answer, BATCH_SIZE + 1) }, 'answers: too_big'],
    ['an answer that is null', { type: 'answers', answers: [null] }, 'answers.0: invalid_type'],
    ['an id that is null', answers({ id: null }), 'answers.0.id: invalid_type'],
    ['an id that no number holds exactly', answers({ id: 2 ** 53 }), 'answers.0.id: too_big'],
    ['a status that is text', answers({ status: '200' }), 'answers.0.status: invalid_type'],
    ['a broken status', answers({ status: 200.5 }), 'answers.0.status: invalid_type'],
    ['a text that is no text', answers({ text: 5 }), 'answers.0.text: invalid_type'],
    ['a text that is too long', answers({ text: 'x'.repeat(MAX_SHORT_LENGTH + 1) }), 'answers.0.text: too_big'],
    ['a header that is a number', answers({ retryAfter: 5 }), 'answers.0.retryAfter: invalid_type'],
    ['a field of an answer of another version', answers({ headers: {} }), 'answers.0: unrecognized_keys'],
    ['a question with an id below 1', { type: 'fetch-configuration', id: 0, reference: {} }, 'id: too_small'],
    ['a question without a reference', { type: 'fetch-configuration', id: 1 }, 'reference: invalid_type'],
    [
      'a name that is a list',
      { type: 'fetch-configuration', id: 1, reference: { variant: [] } },
      'reference.variant: invalid_type',
    ],
    [
      'a question about anything else',
      { type: 'fetch-configuration', id: 1, reference: { secret: 'x' } },
      'reference: unrecognized_keys',
    ],
    [
      'a name that is too long',
      { type: 'fetch-configuration', id: 1, reference: { variant: 'x'.repeat(MAX_NAME_LENGTH + 1) } },
      'reference.variant: too_big',
    ],
    [
      'a version that is text',
      { type: 'fetch-configuration', id: 1, reference: { version: '1' } },
      'reference.version: invalid_type',
    ],
  ])('are rejected with %s', (_, message, reason) => {
    expect(() => parseBundleMessage(JSON.stringify(message))).toThrow(new InvalidMessage(reason));
  });

  test.each(['', 'garbage', '{"type":"ready"', '{"type":"ready"}{}', '\u0000\uFFFD'])('are refused as %j', (line) => {
    expect(() => parseBundleMessage(line)).toThrow(new InvalidMessage('a message that is not JSON'));
  });

  test('are refused when their type is in a prototype', () => {
    expect(() => parseBundleMessage('{"__proto__":{"type":"ready"}}')).toThrow(
      new InvalidMessage('type: invalid_union'),
    );
  });
});

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
