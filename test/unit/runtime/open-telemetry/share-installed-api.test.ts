import { expect, test } from 'vitest';
import { ADOPT_PROVIDER } from '../../../../src/errors/adopt-provider.ts';
import { shareInstalledApi } from '../../../../src/runtime/open-telemetry/share-installed-api.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

/** The shape of the API's releases up to 1.9. */
const API = `
class TraceAPI {
  registered = [];
  setGlobalTracerProvider(provider) { this.registered.push(provider); return true; }
}
exports.trace = new TraceAPI();
`;

test('the installed copy hands over what is registered, once there is somebody to take it', async () => {
  await using project = await tempProject({
    'node_modules/@opentelemetry/api/package.json':
      '{"name":"@opentelemetry/api","version":"1.9.0","main":"index.cjs"}',
    'node_modules/@opentelemetry/api/index.cjs': API,
    'use.cjs': "module.exports = require('@opentelemetry/api').trace;",
  });
  const file = project.path('use.cjs');
  await shareInstalledApi(file);
  await shareInstalledApi(file);
  const { default: trace } = (await import(file)) as {
    default: { registered: unknown[]; setGlobalTracerProvider: (provider: object) => boolean };
  };
  Reflect.deleteProperty(globalThis, ADOPT_PROVIDER); // Tracing that started in this process takes providers.
  expect(trace.setGlobalTracerProvider({ name: 'early' })).toBe(true);
  const adopted: unknown[] = [];
  const adopt = (provider: unknown) => adopted.push(provider) > 0;
  Object.defineProperty(globalThis, ADOPT_PROVIDER, { value: adopt, configurable: true });
  expect(trace.setGlobalTracerProvider({ name: 'late' })).toBe(true);
  Reflect.deleteProperty(globalThis, ADOPT_PROVIDER);
  expect({ registered: trace.registered, adopted }).toEqual({
    registered: [{ name: 'early' }],
    adopted: [{ name: 'late' }],
  });
});

test('a project without it is left alone', async () => {
  await using project = await tempProject({});
  await expect(shareInstalledApi(project.path('use.cjs'))).resolves.toBeUndefined();
});
