import { describe, expect, test } from 'vitest';
import type { RouteAnswer } from '../../../../src/client/calls/direct-calls.ts';
import type { Client } from '../../../../src/client/create-client.ts';
import type { Deployment } from '../../../../src/contract/deployments/deployment.ts';
import { ServiceError } from '../../../../src/foundation/errors/wf-error.ts';
import {
  compareAnswers,
  findDeployedCode,
  findMissingVariables,
} from '../../../../src/use-cases/develop/replay-route.ts';
import type { ConfigurationCode, FoundConfiguration } from '../../../../src/use-cases/variants/find-configuration.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

describe('compared answers', () => {
  const answer = (data: unknown, more: object = {}) => ({ version: '3.0', data, ...more }) as RouteAnswer;

  test('answers are the same if their data is, whatever they cost', () => {
    expect(compareAnswers(answer({ a: [1] }, { tree: null }), answer({ a: [1] }))).toEqual({
      is_same: true,
      words: null,
    });
  });

  test('texts are compared word by word', () => {
    expect(compareAnswers(answer('one two'), answer('one three'))).toEqual({
      is_same: false,
      words: [
        { kind: 'same', text: 'one ' },
        { kind: 'removed', text: 'two' },
        { kind: 'added', text: 'three' },
      ],
    });
  });

  test('anything else is compared as indented JSON', () => {
    const { words } = compareAnswers(answer({ a: 1 }), answer({ a: 2 }));
    expect(words?.map(({ text }) => text).join('')).toContain('{\n  "a": ');
    expect(words?.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'removed', text: '1' },
      { kind: 'added', text: '2' },
    ]);
    expect(compareAnswers(answer(undefined), answer('x')).words).toEqual([
      { kind: 'removed', text: 'null' },
      { kind: 'added', text: 'x' },
    ]);
  });

  test.each([
    [null, answer('x')],
    [answer('x'), null],
    [null, null],
  ])('a failed call is like no other', (before, after) => {
    expect(compareAnswers(before, after)).toEqual({ is_same: false, words: null });
  });
});

describe('the code of a configuration', () => {
  function deployment(id: string, changes: Partial<Deployment> = {}): Deployment {
    const where = { app_id: 'a', base_id: 'b', base_name: 'main', artifact_sha256: `hash of ${id}`, url: null };
    return { id, ...where, sdk_version: '0.1.0', routes: [], created_by: 'ann', created_at: '', ...changes };
  }

  function find(code: ConfigurationCode, deployments: Deployment[]) {
    const { client } = fakeClient({ listDeployments: async () => deployments });
    const found: FoundConfiguration = {
      label: 'production@1 (tuned@2)',
      app_id: 'a',
      variant_name: 'tuned',
      environment: 'production',
      set: {},
      code,
    };
    return findDeployedCode(client, found);
  }

  const ALL = [deployment('d1'), deployment('d2')];

  test('an environment runs its pinned code, a variant the newest', async () => {
    expect((await find({ kind: 'pinned', deployment: 'd1' }, ALL)).artifact_sha256).toBe('hash of d1');
    expect((await find({ kind: 'newest', base: 'main' }, ALL)).artifact_sha256).toBe('hash of d2');
  });

  test.each<[ConfigurationCode, Deployment[]]>([
    [{ kind: 'pinned', deployment: null }, ALL],
    [{ kind: 'pinned', deployment: 'd3' }, ALL],
    [{ kind: 'newest', base: 'main' }, []],
  ])('missing code of %j is reported', async (code, deployments) => {
    await expect(find(code, deployments)).rejects.toMatchObject({
      code: 'WF_NOT_FOUND',
      message: 'The service has no code for production@1 (tuned@2).',
      nextSteps: ["wf deploy, in the project's folder"],
    });
  });

  test('self-hosted code cannot be fetched', async () => {
    const elsewhere = deployment('d1', { artifact_sha256: null });
    await expect(find({ kind: 'pinned', deployment: 'd1' }, [elsewhere])).rejects.toMatchObject({
      message: 'The code of production@1 (tuned@2) is self-hosted: there is no bundle to fetch.',
    });
    const hosted = deployment('d1', { artifact_sha256: null, url: 'https://flow.example' });
    await expect(find({ kind: 'pinned', deployment: 'd1' }, [hosted])).rejects.toMatchObject({
      code: 'WF_INVALID_INPUT',
      message:
        'The code of production@1 (tuned@2) is self-hosted at https://flow.example: there is no bundle to fetch.',
    });
  });
});

describe('variables that a replay lacks', () => {
  const find = async (methods: Partial<Client>, environment: string | null = null) =>
    await findMissingVariables(fakeClient(methods).client, { app_id: 'a-1', environment }, { HERE: '' });
  const stored = ['HERE', 'GONE', 'toString'].map((name) => ({ name })) as never;
  const refused = (status: number) => () =>
    Promise.reject(new ServiceError({ code: 'WF_NOT_ALLOWED', message: 'No.', status }));

  test('variables that are set there and not here are missing', async () => {
    expect(await find({ listVariables: async () => stored })).toEqual(['GONE', 'toString']);
    const own = { listEnvironmentVariables: async () => stored };
    expect(await find(own, 'production')).toEqual(['GONE', 'toString']);
  });

  test('another service, and one that does not tell, miss none', async () => {
    expect(await find({ extensions: async () => null })).toEqual([]);
    expect(await find({ listVariables: refused(403) })).toEqual([]);
    await expect(find({ listVariables: refused(401) })).rejects.toMatchObject({ status: 401 });
  });
});
