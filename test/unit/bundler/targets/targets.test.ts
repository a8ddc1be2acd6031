import { expect, test } from 'vitest';
import { TARGETS } from '../../../../src/bundler/targets/targets.ts';

test('a folder for node starts with npm', () => {
  expect(describe('node')).toEqual({
    entry: [
      'import { runServer } from "wf/runtime";',
      'import * as workflow from "./workflow.ts";',
      'await runServer(workflow, "The \\"app\\"");',
    ],
    files: [
      [
        'package.json:',
        '{',
        '  "name": "My App_1",',
        '  "private": true,',
        '  "type": "module",',
        '  "engines": {',
        '    "node": ">=24"',
        '  },',
        '  "scripts": {',
        '    "start": "node --enable-source-maps server.mjs"',
        '  }',
        '}',
        '',
      ],
    ],
    limited: [],
    missing: [],
    nextSteps: ['npm start --prefix out', 'wf deploy --url http://127.0.0.1:8080'],
    options: {
      banner: {
        js: "import{createRequire as __wfCreateRequire}from'node:module';const require=__wfCreateRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;",
      },
      platform: 'node',
      target: 'node24',
    },
    outfile: 'server.mjs',
    platform: 'The folder',
    runtime: 'node',
    size: null,
  });
});

test('a folder for a container has a Dockerfile and manifests', () => {
  expect(describe('container')).toEqual({
    entry: [
      'import { runServer } from "wf/runtime";',
      'import * as workflow from "./workflow.ts";',
      'await runServer(workflow, "The \\"app\\"");',
    ],
    files: [
      [
        'package.json:',
        '{',
        '  "name": "My App_1",',
        '  "private": true,',
        '  "type": "module",',
        '  "engines": {',
        '    "node": ">=24"',
        '  },',
        '  "scripts": {',
        '    "start": "node --enable-source-maps server.mjs"',
        '  }',
        '}',
        '',
      ],
      [
        'Dockerfile:',
        '# A registry may move this tag. Pin the digest of the base that you have checked:',
        '# docker build --build-arg BASE=node:24.21.0-slim@sha256:...',
        'ARG BASE=node:24.21.0-slim',
        'FROM ${BASE}',
        'WORKDIR /app',
        'COPY . .',
        'ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080',
        'USER 1000:1000',
        'EXPOSE 8080',
        'HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \\',
        '  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]',
        'CMD ["node", "--enable-source-maps", "server.mjs"]',
        '',
      ],
      ['.dockerignore:', 'kubernetes', 'Dockerfile', ''],
      ['kubernetes/deployment.yaml'],
      ['kubernetes/service.yaml'],
      ['kubernetes/autoscaler.yaml'],
      ['kubernetes/disruption-budget.yaml'],
      ['kubernetes/network-policy.yaml'],
      ['kubernetes/kustomization.yaml'],
    ],
    limited: [
      'fs: may only write to /tmp if its root is read-only, and only has the files that the build carries',
      'fs/promises: may only write to /tmp if its root is read-only, and only has the files that the build carries',
    ],
    missing: [],
    nextSteps: ['docker build --tag support:abababababab out', 'kubectl apply --kustomize out/kubernetes'],
    options: {
      banner: {
        js: "import{createRequire as __wfCreateRequire}from'node:module';const require=__wfCreateRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;",
      },
      platform: 'node',
      target: 'node24',
    },
    outfile: 'server.mjs',
    platform: 'A container',
    runtime: 'node',
    size: null,
  });
});

test('a Worker of Cloudflare is one module', () => {
  expect(describe('cloudflare')).toEqual({
    entry: [
      'import { toWorker } from "wf/runtime";',
      'import * as workflow from "./workflow.ts";',
      'export default toWorker(workflow, "The \\"app\\"");',
    ],
    files: [
      [
        'wrangler.json:',
        '{',
        '  "name": "my-app-1",',
        '  "main": "worker.mjs",',
        '  "no_bundle": true,',
        '  "compatibility_date": "2026-07-01",',
        '  "compatibility_flags": [',
        '    "nodejs_compat",',
        '    "enable_request_signal"',
        '  ],',
        '  "observability": {',
        '    "enabled": true',
        '  }',
        '}',
        '',
      ],
    ],
    limited: [],
    missing: [
      'fs: have no file system',
      'fs/promises: have no file system',
      'child_process: start no processes',
      'cluster: start no processes',
      'worker_threads: start no threads',
      'dgram: have no datagram sockets',
      'inspector: open no debugger',
      'repl: have no terminal',
      'sqlite: have no file system for databases',
      'wasi: have no file system',
      'vm: do not run code that is generated at run time',
    ],
    nextSteps: ['npx wrangler deploy --config out/wrangler.json', "wf deploy --url <the Worker's address>"],
    options: {
      assetNames: '[name]-[hash]',
      loader: { '.wasm': 'copy' },
      banner: {
        js: "import{createRequire as __wfCreateRequire}from'node:module';const require=__wfCreateRequire('/');",
      },
      conditions: ['workerd', 'worker', 'browser'],
      define: {
        'process.env.NODE_ENV': '"production"',
      },
      external: ['cloudflare:*'],
      mainFields: ['module', 'main'],
      platform: 'neutral',
      splitting: false,
      target: 'es2024',
    },
    outfile: 'worker.mjs',
    platform: 'Cloudflare Workers',
    runtime: 'cloudflare',
    size: 'the limit of Cloudflare is 3 MB on its free plan and 10 MB on others',
  });
});

test('a function of AWS Lambda has a template', () => {
  expect(describe('lambda')).toEqual({
    entry: [
      'import { toLambdaHandlers } from "wf/runtime";',
      'import * as workflow from "./workflow.ts";',
      'export const { handler, streamHandler } = toLambdaHandlers(workflow, "The \\"app\\"");',
    ],
    files: [
      [
        'template.yaml:',
        "AWSTemplateFormatVersion: '2010-09-09'",
        'Transform: AWS::Serverless-2016-10-31',
        'Resources:',
        '  Workflow:',
        '    Type: AWS::Serverless::Function',
        '    Properties:',
        '      Description: The workflow My App_1',
        '      CodeUri: .',
        '      Handler: index.streamHandler',
        '      Runtime: nodejs24.x',
        '      Architectures:',
        '        - arm64',
        '      MemorySize: 512',
        '      Timeout: 300',
        '      Environment:',
        '        Variables:',
        '          NODE_OPTIONS: --enable-source-maps',
        '      FunctionUrlConfig:',
        '        AuthType: AWS_IAM',
        '        InvokeMode: RESPONSE_STREAM',
        'Outputs:',
        '  Url:',
        '    Value:',
        '      Fn::GetAtt:',
        '        - WorkflowUrl',
        '        - FunctionUrl',
        '',
      ],
    ],
    limited: [
      'fs: can only write to /tmp, and only has the files that the build carries',
      'fs/promises: can only write to /tmp, and only has the files that the build carries',
      'child_process: freezes processes that outlive the call',
      'worker_threads: freezes threads that outlive the call',
    ],
    missing: ['cluster: runs one process per call', 'inspector: opens no debugger'],
    nextSteps: ['sam deploy --guided --template-file out/template.yaml', 'wf deploy --url <the function URL>'],
    options: {
      banner: {
        js: "import{createRequire as __wfCreateRequire}from'node:module';const require=__wfCreateRequire(import.meta.url),__filename=import.meta.filename,__dirname=import.meta.dirname;",
      },
      platform: 'node',
      target: 'node24',
    },
    outfile: 'index.mjs',
    platform: 'AWS Lambda',
    runtime: 'lambda',
    size: 'the limit of AWS is 50 MB zipped',
  });
});

test.each([
  ['cloudflare', 3_000_000, 10_000_000],
  ['lambda', 10_000_000, 50_000_000],
] as const)('%s warns above %i bytes and refuses above %i', (name, warnAbove, refuseAbove) => {
  expect(TARGETS[name].limits.size).toMatchObject({ warnAbove, refuseAbove });
});

/** Describes everything of a target but the lists of missing modules and the manifests. */
function describe(name: keyof typeof TARGETS) {
  const { entry, files, nextSteps, limits, options, outfile, runtime } = TARGETS[name];
  const written = Object.entries(files({ app: 'My App_1', sha256: 'ab'.repeat(32), layers: null, cpu: null }));
  return {
    runtime,
    outfile,
    options,
    platform: limits.platform,
    missing: Object.entries(limits.missing).map(([module, reason]) => `${module}: ${reason}`),
    limited: Object.entries(limits.limited).map(([module, reason]) => `${module}: ${reason}`),
    size: limits.size?.reason ?? null,
    entry: entry({ workflow: './workflow.ts', runtime: 'wf/runtime', app: 'The "app"' }).split('\n'),
    files: written.map(([file, text]) => (file.startsWith('kubernetes/') ? file : `${file}:\n${text}`).split('\n')),
    nextSteps: nextSteps('out', { app: 'support', sha256: 'ab'.repeat(32) }),
  };
}

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
  const built = { app: 'support', sha256: 'ab'.repeat(32), layers: ['chunks', 'server.mjs'], cpu };
  const lines = TARGETS.container.files(built)['Dockerfile']?.split('\n') ?? [];
  expect(lines.slice(3, 11)).toEqual([
    from,
    'WORKDIR /app',
    'COPY node_modules ./node_modules',
    'COPY package.json ./package.json',
    'COPY manifest.json ./manifest.json',
    'COPY chunks ./chunks',
    'COPY server.mjs ./server.mjs',
    'ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080',
  ]);
});

test.each([
  ['x64', 'x86_64'],
  ['arm64', 'arm64'],
] as const)('a function for %s names it as AWS does', (cpu, architecture) => {
  const text = TARGETS.lambda.files({ app: 'a', sha256: '', layers: null, cpu })['template.yaml'];
  expect(text).toContain(`      Architectures:\n        - ${architecture}\n`);
});
