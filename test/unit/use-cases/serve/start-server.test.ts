import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openCredentials } from '../../../../src/project/credential-store.ts';
import {
  type RunningServer,
  startServer,
  type StartServerOptions,
  traceRequests,
} from '../../../../src/use-cases/serve/start-server.ts';
import { findFreePort } from '../../../helpers/free-ports.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';
import { startOtlpServer } from '../../../helpers/start-otlp-server.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a server that fails to start stops listening', async () => {
  await using folder = await tempFolder();
  // The key cannot be stored, because its folder is a file.
  await writeFile(folder.path('config'), '');
  const port = await findFreePort();
  const [dataDir, configDir] = [folder.path('data'), folder.path('config')];
  const options = { dataDir, configDir, databaseUrl: null, host: '127.0.0.1', variableSource: null, allowEgress: [] };
  await expect(startServer({ ...options, port })).rejects.toThrow(configDir);
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test.each([
  'wf.test',
  'ftp://wf.test',
  'https://ann@wf.test',
  'https://:key@wf.test',
  'http://wf.test/?a',
  'http://wf.test#a',
])('the public address %s is refused before anything starts', async (publicUrl) => {
  await expect(startServer({ publicUrl } as StartServerOptions)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `--public-url is ${JSON.stringify(publicUrl)}; expected an address as in https://wf.example.com.`,
  });
});

interface Started {
  readonly server: RunningServer;
  readonly root: string;
  readonly lines: readonly Record<string, unknown>[];
}

/** Starts a server on a free port, and closes it afterwards. */
async function withServer(change: Partial<StartServerOptions>, work: (started: Started) => Promise<void>) {
  await using folder = await tempFolder();
  const lines: Record<string, unknown>[] = [];
  const server = await startServer({
    dataDir: folder.path('data'),
    configDir: folder.path('config'),
    databaseUrl: null,
    host: '127.0.0.1',
    port: 0,
    variableSource: null,
    allowEgress: [],
    log: { format: 'json', write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
    ...change,
  });
  try {
    await work({ server, root: folder.root, lines });
  } finally {
    await server.close();
  }
  await expect(fetch(`${server.url}/health`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
}

test('a server answers with its key, counts and logs requests, and signs a browser in by its link', async () => {
  await withServer({}, async ({ server, root, lines }) => {
    expect(server).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string,
      pageUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]+$/) as string,
      pageUrlFile: null,
      keyFile: `${root}/data/key`,
      close: expect.any(Function) as () => Promise<void>,
    });
    expect(server.pageUrl.startsWith(`${server.url}/#`)).toBe(true);
    const key = (await readFile(server.keyFile, 'utf8')).trim();
    expect((await stat(server.keyFile)).mode & 0o777).toBe(0o600);
    expect((await openCredentials(`${root}/config`).find(server.url, 'default'))?.key).toBe(key);
    const answer = await fetch(`${server.url}/api/apps`, { headers: { authorization: `ApiKey ${key}` } });
    expect([answer.status, (await answer.json()) as unknown]).toEqual([200, []]);
    expect((await fetch(`${server.url}/api/apps`)).status).toBe(401);
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `ApiKey ${key}` } });
    expect(await metrics.text()).toMatch(/^# /);
    expect(lines.filter((line) => line['path'] === '/api/apps').map((line) => line['status'])).toEqual([200, 401]);
  });
});

test('behind a load balancer, links have its address, and a link in a file is read by its owner only', async () => {
  await withServer({ publicUrl: 'https://wf.test/base/', hidesLink: true }, async ({ server, root }) => {
    expect(server).toMatchObject({ pageUrl: 'https://wf.test/base/', pageUrlFile: `${root}/data/page-url` });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await readFile(`${root}/data/page-url`, 'utf8')).toMatch(/^https:\/\/wf\.test\/base\/#code=[\w-]+\n$/);
    expect((await stat(`${root}/data/page-url`)).mode & 0o777).toBe(0o600);
  });
});

describe('traces', () => {
  const SERVED = {
    requestId: 'req-1',
    method: 'GET',
    route: '/apps',
    path: '/apps',
    status: 200,
    ms: 3,
    keyId: 'key-1',
    hosted: null,
  };

  test('spans are sent to the configured endpoint, the last ones when the service ends', async () => {
    await using otlp = await startOtlpServer();
    {
      await using traces = await traceRequests({
        OTEL_EXPORTER_OTLP_ENDPOINT: otlp.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
        OTEL_SERVICE_NAME: 'our wf',
      });
      const trace = traces?.begin(new Request('http://wf.test/apps?secret=1'));
      await trace?.run(async () => undefined);
      trace?.end(SERVED);
    }
    expect(otlp.received.map(({ path, key }) => ({ path, key }))).toEqual([{ path: '/v1/traces', key: 'a b' }]);
    const body = otlp.received[0]?.body;
    for (const part of ['"our wf"', '"GET /apps"', '"req-1"']) expect(body).toContain(part);
    expect(body).not.toContain('secret');
  });

  test('an endpoint that never answers does not delay the end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const reached = Promise.withResolvers<void>();
    await using silent = await startHttpServer(() => reached.resolve());
    const traces = await traceRequests({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.url });
    traces?.begin(new Request('http://wf.test/apps')).end(SERVED);
    let hasEnded = false;
    const ending = traces?.[Symbol.asyncDispose]().then(() => (hasEnded = true));
    await reached.promise;
    expect(hasEnded).toBe(false);
    // Less than the ten seconds after which the exporter itself gives up.
    await vi.advanceTimersByTimeAsync(3000);
    expect(hasEnded).toBe(true);
    await ending;
  });

  test.each([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_EXPORTER: 'none' },
  ])('%j traces nothing', async (env) => {
    expect(await traceRequests(env)).toBeNull();
  });
});
