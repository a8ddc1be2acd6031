import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { TARGETS } from '../../../../src/bundler/targets/targets.ts';

const BUILT = { app: 'My App_1', sha256: 'ab'.repeat(32), layers: null, cpu: null };
const entryOf = (name: keyof typeof TARGETS) =>
  TARGETS[name].entry({ workflow: './workflow.ts', runtime: 'wf/runtime', app: 'The "app"' });

test.each([
  ['node', 'server.mjs', 'await runServer(workflow, "The \\"app\\"");'],
  ['container', 'server.mjs', 'await runServer(workflow, "The \\"app\\"");'],
  ['cloudflare', 'worker.mjs', 'export default toWorker(workflow, "The \\"app\\"");'],
  ['lambda', 'index.mjs', 'export const { handler, streamHandler } = toLambdaHandlers(workflow, "The \\"app\\"");'],
] as const)('the code for %s is %s, and names the app', (name, outfile, line) => {
  expect([TARGETS[name].outfile, entryOf(name).trim().split('\n').at(-1)]).toEqual([outfile, line]);
});

test.each([
  ['node', ['package.json']],
  [
    'container',
    [
      'package.json',
      'Dockerfile',
      '.dockerignore',
      'kubernetes/deployment.yaml',
      'kubernetes/service.yaml',
      'kubernetes/autoscaler.yaml',
      'kubernetes/disruption-budget.yaml',
      'kubernetes/network-policy.yaml',
      'kubernetes/kustomization.yaml',
    ],
  ],
  ['cloudflare', ['wrangler.json']],
  ['lambda', ['template.yaml']],
] as const)('a build for %s comes with %j', (name, files) => {
  expect(Object.keys(TARGETS[name].files(BUILT))).toEqual(files);
});

test.each([
  ['node', ['npm start --prefix out', 'wf deploy --url http://127.0.0.1:8080']],
  ['container', ['docker build --tag my-app-1:abababababab out', 'kubectl apply --kustomize out/kubernetes']],
  ['cloudflare', ['npx wrangler deploy --config out/wrangler.json', 'wf deploy --url WORKER_URL']],
  ['lambda', ['sam deploy --guided --template-file out/template.yaml', 'wf deploy --url FUNCTION_URL']],
] as const)('after a build for %s, the next steps are %j', (name, nextSteps) => {
  expect(TARGETS[name].nextSteps('out', BUILT)).toEqual(nextSteps);
});

test('a folder for node starts with npm, on a Node that runs it', () => {
  expect(JSON.parse(TARGETS.node.files(BUILT)['package.json'] ?? '')).toEqual({
    name: 'My App_1',
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    scripts: { start: 'node --enable-source-maps server.mjs' },
  });
});

test('an image runs as a user without rights, and is asked for its health', () => {
  const lines = TARGETS.container.files(BUILT)['Dockerfile']?.split('\n') ?? [];
  expect(lines).toContain('USER 1000:1000');
  expect(lines).toContain('ARG BASE=node:24.21.0-slim');
  expect(lines.find((line) => line.startsWith('HEALTHCHECK'))).toBeDefined();
  expect(lines.filter((line) => line.startsWith('CMD'))).toEqual([
    'CMD ["node", "--enable-source-maps", "server.mjs"]',
  ]);
  expect(TARGETS.container.files(BUILT)['.dockerignore']?.split('\n')).toEqual(['kubernetes', 'Dockerfile', '']);
});

test('a Worker is deployed as it is, with the flags that it needs', () => {
  expect(JSON.parse(TARGETS.cloudflare.files(BUILT)['wrangler.json'] ?? '')).toMatchObject({
    name: 'my-app-1',
    main: 'worker.mjs',
    no_bundle: true,
    compatibility_flags: ['nodejs_compat', 'enable_request_signal'],
  });
});

test.each([
  [null, 'arm64'],
  ['x64', 'x86_64'],
  ['arm64', 'arm64'],
] as const)('a function streams, and only those may call it who sign their requests (%s)', (cpu, architecture) => {
  const template = load(TARGETS.lambda.files({ ...BUILT, cpu })['template.yaml'] ?? '');
  expect(template).toMatchObject({
    Resources: {
      Workflow: {
        Properties: {
          Handler: 'index.streamHandler',
          Runtime: 'nodejs24.x',
          Architectures: [architecture],
          FunctionUrlConfig: { AuthType: 'AWS_IAM', InvokeMode: 'RESPONSE_STREAM' },
        },
      },
    },
  });
});

test.each([
  ['cloudflare', 3_000_000, 10_000_000, 'the limit of Cloudflare is 3 MB on its free plan and 10 MB on others'],
  ['lambda', 10_000_000, 50_000_000, 'the limit of AWS is 50 MB zipped'],
] as const)('%s warns above %i bytes and refuses above %i', (name, warnAbove, refuseAbove, reason) => {
  expect(TARGETS[name].limits.size).toEqual({ warnAbove, refuseAbove, reason });
});

test('packages are those of the machine that runs the code', () => {
  const machine = process.arch === 'arm64' ? 'arm64' : 'x64';
  const platformsOf = (name: keyof typeof TARGETS) =>
    ([null, 'x64', 'arm64'] as const).map((cpu) => TARGETS[name].platform?.(cpu) ?? null);
  const linux = (cpu: string) => ({ os: 'linux', cpu, libc: 'glibc' });
  expect(platformsOf('container')).toEqual([linux(machine), linux('x64'), linux('arm64')]);
  expect(platformsOf('lambda')).toEqual([linux('arm64'), linux('x64'), linux('arm64')]);
  expect([platformsOf('node'), platformsOf('cloudflare')]).toEqual([
    [null, null, null],
    [null, null, null],
  ]);
  expect(Object.values(TARGETS).filter(({ limits }) => !limits.hasFiles)).toEqual([TARGETS.cloudflare]);
});

test.each([
  ['x64', 'FROM --platform=linux/amd64 ${BASE}'],
  ['arm64', 'FROM --platform=linux/arm64 ${BASE}'],
] as const)('an image for %s copies its packages first', (cpu, from) => {
  const built = { ...BUILT, layers: ['chunks', 'server.mjs'], cpu };
  const lines = TARGETS.container.files(built)['Dockerfile']?.split('\n') ?? [];
  expect(lines.filter((line) => /^(?:FROM|COPY)/.test(line))).toEqual([
    from,
    'COPY node_modules ./node_modules',
    'COPY package.json ./package.json',
    'COPY manifest.json ./manifest.json',
    'COPY chunks ./chunks',
    'COPY server.mjs ./server.mjs',
  ]);
});
