import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { collectRoutes } from '../../../src/sdk/routes/collect-routes.ts';
import { configSchema } from '../../../src/sdk/config/config-schema.ts';
import { callHandler } from '../../../src/sdk/routes/call-handler.ts';
import { entrypoint, route } from '../../../src/sdk/decorators.ts';
import { createWorkflowApp } from '../../../src/runtime/app/create-workflow-app.ts';

const SOURCE = `
  import { configSchema } from 'wfkit';
  import { entrypoint, route } from 'wfkit/decorators';
  import * as z from 'zod';

  const schemas = { config: configSchema({ words: z.int().gte(1).default(2) }), input: z.object({ text: z.string() }) };

  class Base {
    @route('/inherited', {}) inherited() { return this instanceof Base; }
    @route('/hidden', {}) hidden() { return 'base'; }
  }

  export class Shortener extends Base {
    #calls = 0;
    @route('/shorten', schemas) async shorten({ config, input }) {
      this.#calls += 1;
      return { short: input.text.split(' ').slice(0, config.words).join(' '), calls: this.#calls };
    }
    @route('/own', {}) hidden() { return 'own'; }
    @route('/static', {}) static fixed() { return this === Shortener; }
    plain() { return 'no route'; }
    get trap() { throw new Error('an accessor was run'); }
  }

  class Greeter {
    constructor(word) { this.word = word; }
    @entrypoint({}) greet() { return this.word; }
  }
  export const greeter = new Greeter('Hello');
`;

/** Builds a workflow with decorators as \`wf build\` does, because neither Node nor the test runner supports them. */
async function importSource(contents: string): Promise<Record<string, unknown>> {
  const sdk = new URL('../../../src/sdk/', import.meta.url).pathname;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: sdk, loader: 'ts' },
    alias: { wfkit: `${sdk}index.ts`, 'wfkit/decorators': `${sdk}decorators.ts` },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64');
  return (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as Record<string, unknown>;
}

describe('decorated methods', () => {
  let module: Record<string, unknown>;
  beforeAll(async () => {
    module = await importSource(SOURCE);
  });

  test('of exported classes and instances are routes', () => {
    expect(collectRoutes(module).map(({ name, route: { path } }) => `${path} ${name}`)).toEqual([
      '/ greeter.greet',
      '/inherited Shortener.inherited',
      '/own Shortener.hidden',
      '/shorten Shortener.shorten',
      '/static Shortener.fixed',
    ]);
  });

  test('are served like any other route, on one instance', async () => {
    const app = createWorkflowApp(module);
    const call = async (path: string, body: object) => {
      const answer = await app.fetch(new Request(`http://wf${path}`, { method: 'POST', body: JSON.stringify(body) }));
      return [answer.status, ((await answer.json()) as { data?: unknown }).data];
    };
    const text = 'one two three';
    expect(await call('/playground/run/shorten', { text })).toEqual([200, { short: 'one two', calls: 1 }]);
    expect(await call('/playground/run/shorten', { text, words: 1 })).toEqual([200, { short: 'one', calls: 2 }]);
    expect(await call('/playground/run/shorten', { text, words: 0 })).toEqual([422, undefined]);
    expect(await call('/run/inherited', {})).toEqual([200, true]);
    expect(await call('/run/own', {})).toEqual([200, 'own']);
    expect(await call('/run/static', {})).toEqual([200, true]);
    expect(await call('/run', {})).toEqual([200, 'Hello']);
  });
});

describe('route', () => {
  const schemas = { config: configSchema({ words: z.int().default(2) }) };
  const context = (given: object) => ({ kind: 'method', name: 'm', private: false, static: false, ...given });

  /** Decorates by hand, as a compiler would. */
  function decorate(decorator: (method: never, context: never) => void, method: () => unknown, given: object = {}) {
    decorator(method as never, context(given) as never);
    return { m: method };
  }

  test('does not change the method', async () => {
    const instance = decorate(route('/x', schemas), () => 'called');
    expect(instance.m()).toBe('called');
    const [found] = collectRoutes({ instance });
    const call = { config: {}, input: {}, signal: new AbortController().signal };
    expect(found && (await callHandler(found.route, call, {}))).toBe('called');
  });

  test('rejects a private method', () => {
    expect(() => decorate(entrypoint({}), () => null, { private: true, name: '#m' })).toThrow(
      'Route /: the method #m is private, and the runtime cannot call it. Rename it without "#".',
    );
  });

  test('applies the rules of routes when they are collected', () => {
    const broken = { config: z.object({ n: z.int().lte(1).default(5) }) };
    const instance = decorate(route('/x', broken), () => null);
    expect(() => collectRoutes({ instance })).toThrow(
      expect.objectContaining({
        message:
          'Route /x, configuration field "n" has the default 5, which is no integer <= 1. Move the default into the bounds, or widen them.',
      }),
    );
  });
});
