import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closedPort, type RunningServer, startHttpServer } from '../helpers/start-http-server.ts';
import { servePeople, type ServedPeople } from '../helpers/serve-people.ts';

const SECRET = 'the secret of the internal server';

/** A server on the service's machine, and whom it has heard from. */
let internal: RunningServer;
const heard: string[] = [];
let service: ServedPeople;

beforeAll(async () => {
  const answer: RequestListener = (request, response) => {
    heard.push(`${request.method} ${request.url}`);
    if (request.url === '/redirect') response.writeHead(302, { location: 'http://169.254.169.254/' });
    else response.writeHead(500);
    response.end(JSON.stringify({ error: { message: SECRET } }));
  };
  internal = await startHttpServer(answer);
  service = await servePeople();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await internal[Symbol.asyncDispose]();
});

const run = async (key: string, settings: Readonly<Record<string, unknown>>, credentials = {}) => {
  const inputs = { prediction: 'a', ground_truth: 'a' };
  return await service.send('author', 'POST', `/evaluators/${key}/run`, { inputs, settings, credentials });
};

const judge = async (baseUrl: string) =>
  await run('auto_ai_critique', {}, { OPENAI_API_KEY: 'sk', OPENAI_BASE_URL: baseUrl });

const REFUSED = /may not connect to .+, which is not a public address\. Its operator can allow it with --allow-egress/;

describe('addresses that callers name', () => {
  /** Spellings of this machine and of its network; the first two reach the server above. */
  const SPELLINGS = (port: number) => [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0:${port}/`,
    `http://10.0.0.1/`,
    `http://169.254.169.254/latest/meta-data/`,
    `http://[fd00:ec2::254]/`,
    `http://[64:ff9b::7f00:1]:${port}/`,
  ];

  test('a webhook reaches nothing internal', async () => {
    for (const webhook_url of SPELLINGS(internal.port)) {
      const { status, body } = await run('auto_webhook_test', { requires_llm_api_keys: false, webhook_url });
      expect([webhook_url, status]).toEqual([webhook_url, 422]);
      expect(JSON.stringify(body)).toMatch(REFUSED);
      expect(JSON.stringify(body)).not.toContain(SECRET);
    }
    expect(heard).toEqual([]);
  });

  test('a test set is fetched from nothing internal', async () => {
    for (const endpoint of SPELLINGS(internal.port)) {
      const { status, body } = await service.send('author', 'POST', '/testsets/endpoint', { endpoint });
      expect([endpoint, status]).toEqual([endpoint, 422]);
      expect(JSON.stringify(body)).toMatch(REFUSED);
    }
    expect(heard).toEqual([]);
  });

  test('a judge reaches nothing internal', async () => {
    const { status, body } = await judge(`${internal.url}/v1`);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toMatch(REFUSED);
    expect(heard).toEqual([]);
  });

  test('a self-hosted workflow is not on the machine of the service', async () => {
    const { address } = await deployUrl(internal.url);
    const answer = await service.send('viewer', 'GET', `${address}/health`);
    expect(answer.status).toBe(502);
    expect(JSON.stringify(answer.body)).toMatch(REFUSED);
    expect(heard).toEqual([]);
  });
});

/** Registers a workflow at an address. @returns the path of its routes at the service */
async function deployUrl(url: string, at: ServedPeople = service): Promise<{ readonly address: string }> {
  return await deploy({ url }, at);
}

let apps = 0;

async function deploy(
  code: { readonly url: string } | { readonly artifact_sha256: string },
  at: ServedPeople = service,
): Promise<{ readonly address: string }> {
  const made = await at.send('author', 'POST', '/apps', { app_name: `app-${(apps += 1)}` });
  const { app_id } = made.body as { app_id: string }; // the answer of `POST /apps`
  const routes = [{ path: '/', name: 'generate', config: null, input: null, output: null, defaults: {} }];
  const body = { variant_name: 'default', ...code, routes, sdk_version: '0.1.0' };
  const deployed = await at.send('author', 'POST', `/apps/${app_id}/deployments`, body);
  expect(deployed.status).toBe(200);
  return { address: `/services/${app_id}/default` };
}

describe('what an operator allows', () => {
  let open: ServedPeople;

  beforeAll(async () => {
    open = await servePeople(['--allow-egress', `127.0.0.1:${internal.port}`]);
  });

  afterAll(async () => await open[Symbol.asyncDispose]());

  test('is reached, but its answers are not shown, and its redirects are not followed', async () => {
    for (const path of ['', 'redirect']) {
      const settings = { requires_llm_api_keys: false, webhook_url: `${internal.url}/${path}` };
      const inputs = { prediction: 'a', ground_truth: 'a' };
      const { status, body } = await open.send('author', 'POST', '/evaluators/auto_webhook_test/run', {
        inputs,
        settings,
      });
      expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('The webhook answered')]);
      expect(JSON.stringify(body)).not.toContain(SECRET);
    }
    expect(heard.splice(0)).toEqual(['POST /', 'POST /redirect']);
  });

  test('gives a test set, but its errors are not shown, and its redirects are not followed', async () => {
    for (const [path, answered] of [
      ['', 500],
      ['redirect', 302],
    ] as const) {
      const endpoint = `${internal.url}/${path}`;
      const { status, body } = await open.send('author', 'POST', '/testsets/endpoint?authorization=secret', {
        endpoint,
      });
      const detail = [{ loc: ['body', 'endpoint'], msg: `The address answered ${answered}`, type: 'value_error' }];
      expect([status, body]).toEqual([422, { detail }]);
    }
    expect(heard.splice(0)).toEqual(['GET /', 'GET /redirect']);
  });

  test('a viewer reads no other path of a self-hosted workflow', async () => {
    const { address } = await deployUrl(internal.url, open);
    for (const path of ['/admin', '/run/../admin', '/run/%2e%2e/admin', '/run/admin', '/run/..%2fadmin']) {
      const answer = await open.send('viewer', 'GET', `${address}${path}`);
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect((await open.send('viewer', 'POST', `${address}/playground/run/admin`, {})).status).toBe(404);
    expect(heard).toEqual([]);
  });
});

test('a bundle of 50 MiB of comments answers, and a longer one is refused', async () => {
  const code = await readFile(new URL('../fixtures/bundles/probe.mjs', import.meta.url));
  const upload = async (bytes: number) => {
    const bundle = Buffer.alloc(bytes, '/');
    code.copy(bundle);
    bundle[code.length] = 10;
    const artifact_sha256 = createHash('sha256').update(bundle).digest('hex');
    const { status } = await service.sendBytes('author', 'PUT', `/artifacts/${artifact_sha256}`, bundle);
    return { status, artifact_sha256 };
  };
  expect((await upload(50 * 1024 * 1024 + 1)).status).toBe(413);
  const { status, artifact_sha256 } = await upload(50 * 1024 * 1024);
  expect(status).toBe(200);
  const { address } = await deploy({ artifact_sha256 });
  expect(await service.send('viewer', 'GET', `${address}/echo`)).toMatchObject({ status: 200 });
});

describe('answers that never end, and heads of 64 KiB', () => {
  const LONG = 'x'.repeat(64 * 1024);
  /** Connections that are still open, of those that get an endless answer. */
  let endless = 0;
  let bad: RunningServer;
  let open: ServedPeople;
  let address: string;

  beforeAll(async () => {
    bad = await startHttpServer((request, response) => {
      if (request.url?.endsWith('/head') === true) {
        response.setHeader('x-long', LONG).end('{}');
        return;
      }
      endless += 1;
      const isStream = request.headers.accept === 'text/event-stream';
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      const part = isStream ? 'data: 1\n\n' : ' '.repeat(16 * 1024);
      const write = () => {
        while (response.write(part));
      };
      response.on('drain', write).once('close', () => (endless -= 1));
      write();
    });
    open = await servePeople(['--allow-egress', `127.0.0.1:${bad.port}`]);
    ({ address } = await deployUrl(bad.url, open));
  });

  afterAll(async () => {
    await open[Symbol.asyncDispose]();
    await bad[Symbol.asyncDispose]();
  });

  const runThere = async (key: string, settings: object, credentials = {}) => {
    const inputs = { prediction: 'a', ground_truth: 'a' };
    const { status, body } = await open.send('author', 'POST', `/evaluators/${key}/run`, {
      inputs,
      settings,
      credentials,
    });
    return [status, JSON.stringify(body)];
  };

  test('of a webhook and of a judge fail their score, and their connections are closed', async () => {
    const webhook = { requires_llm_api_keys: false, webhook_url: `${bad.url}/` };
    expect(await runThere('auto_webhook_test', webhook)).toEqual([
      422,
      expect.stringContaining('longer than 65536 bytes'),
    ]);
    const long = { ...webhook, webhook_url: `${bad.url}/head` };
    expect(await runThere('auto_webhook_test', long)).toEqual([422, expect.stringContaining('The webhook')]);
    const credentials = { OPENAI_API_KEY: 'sk', OPENAI_BASE_URL: `${bad.url}/v1` };
    expect(await runThere('auto_ai_critique', {}, credentials)).toEqual([
      422,
      expect.stringContaining('could not be called'),
    ]);
    await expect.poll(() => endless).toBe(0);
  });

  test('of a self-hosted workflow end with their caller, and JSON at its limit', async () => {
    const left = new AbortController();
    const ask = async (accept: string, options: RequestInit = {}) => {
      const headers = { authorization: `ApiKey ${open.keyOf('viewer')}`, accept };
      return await fetch(`${open.url}${address}/health`, { headers, ...options });
    };
    const stream = await ask('text/event-stream', { signal: left.signal });
    expect([stream.status, endless]).toEqual([200, 1]);
    left.abort();
    await expect.poll(() => endless).toBe(0);
    const json = await ask('application/json');
    expect([json.status, await json.text()]).toEqual([502, expect.stringContaining('more than 10 MiB of JSON')]);
    await expect.poll(() => endless).toBe(0);
  });

  test('of a caller are refused with 431, and the next request is answered', async () => {
    const headers = { 'x-long': LONG, authorization: `ApiKey ${open.keyOf('viewer')}` };
    expect((await fetch(`${open.url}/apps`, { headers })).status).toBe(431);
    expect((await open.send('viewer', 'GET', '/apps')).status).toBe(200);
  });
});

test('an address that cannot be allowed stops the start', async () => {
  await expect(servePeople(['--allow-egress', 'http://x/'])).rejects.toThrow('The server ended before it served');
});

/** A port that is open and one that is closed look the same. */
test('a refusal does not reveal whether something listens', async () => {
  const [open, shut] = await Promise.all(
    [internal.port, await closedPort()].map(async (each) => {
      const webhook_url = `http://127.0.0.1:${each}/`;
      const { body } = await run('auto_webhook_test', { requires_llm_api_keys: false, webhook_url });
      return JSON.stringify(body).replace(String(each), 'PORT');
    }),
  );
  expect(open).toBe(shut);
});
