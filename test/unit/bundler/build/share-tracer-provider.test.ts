import { build } from 'esbuild';
import { resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import { shareTracerProvider } from '../../../../src/bundler/build/share-tracer-provider.ts';
import { ADOPT_API, ADOPT_PROVIDER } from '../../../../src/foundation/adopt-provider.ts';

const COPIES = [
  ['1.9.1', 'node_modules/@ai-sdk/otel'],
  ['1.10.0', '.'],
] as const;
const IMPORTING = [
  ['module', "import { trace } from '@opentelemetry/api';"],
  ['CommonJS', "const { trace } = require('@opentelemetry/api');"],
] as const;

test.each(
  COPIES.flatMap(([version, folder]) => IMPORTING.map(([form, code]) => [version, form, folder, code] as const)),
)('copy %s as a %s hands over its version and the provider', async (version, _form, folder, code) => {
  const { outputFiles } = await build({
    stdin: {
      contents: `${code}\nglobalThis.registered = trace.setGlobalTracerProvider({ name: 'theirs' });`,
      resolveDir: resolve(folder),
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'node',
    plugins: [shareTracerProvider],
  });
  const taken: unknown[] = [];
  const hooks = {
    [ADOPT_API]: (given: unknown) => void taken.push(given),
    [ADOPT_PROVIDER]: (given: unknown) => taken.push(given) > 0,
  };
  const before = Object.keys(hooks).map((name) => [name, Reflect.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(hooks))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  runInThisContext(outputFiles[0]?.text ?? '');
  for (const [name, hook] of before) {
    Reflect.deleteProperty(globalThis, name);
    if (hook !== undefined) Object.defineProperty(globalThis, name, hook);
  }
  expect({ taken, registered: Reflect.get(globalThis, 'registered') }).toEqual({
    taken: [version, { name: 'theirs' }],
    registered: true,
  });
});
