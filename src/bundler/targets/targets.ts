import { shellWord } from '../../foundation/shell-word.ts';
import { cloudflareTarget } from './cloudflare.ts';
import { type BuiltFiles, FILES_ARE_CARRIED, type PackageCpu, type Target } from './target.ts';
import { dump } from 'js-yaml';
import { startOnNode } from './start-on-node.ts';
import { NODE_BANNER, NODE_SUBPATHS } from '../build/bundle-options.ts';
import { containerManifests, imageOf } from './container-manifests.ts';

const SERVER = 'server.mjs';

/** A folder that runs with `node server.mjs`. */
const nodeTarget: Target = {
  runtime: 'node',
  entry: ({ workflow, runtime, app }) =>
    [
      `import { runServer } from ${JSON.stringify(runtime)};`,
      `import * as workflow from ${JSON.stringify(workflow)};`,
      `await runServer(workflow, ${JSON.stringify(app)});`,
    ].join('\n'),
  outfile: SERVER,
  options: { platform: 'node', target: 'node24', external: [...NODE_SUBPATHS], banner: { js: NODE_BANNER } },
  limits: { platform: 'The folder', hasFiles: true, missing: {}, limited: {}, size: null },
  files: ({ app }) => ({ 'package.json': packageJson(app) }),
  platform: null,
  start: async (options) => await startOnNode({ platform: 'Node', main: SERVER, environment: () => ({}) }, options),
  nextSteps: (dir) => [`npm start --prefix ${shellWord(dir)}`, 'wf deploy --url http://127.0.0.1:8080'],
};

/** Creates the package.json of the result, which has no dependencies. */
function packageJson(app: string): string {
  const engines = { node: '>=24' };
  const content = {
    name: app,
    private: true,
    type: 'module',
    engines,
    scripts: { start: 'node --enable-source-maps server.mjs' },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The folder of a container image, with Kubernetes manifests that run it. */
export const containerTarget: Target = {
  ...nodeTarget,
  limits: {
    platform: 'A container',
    hasFiles: true,
    missing: {},
    limited: {
      fs: `may only write to /tmp if its root is read-only, and ${FILES_ARE_CARRIED}`,
      'fs/promises': `may only write to /tmp if its root is read-only, and ${FILES_ARE_CARRIED}`,
    },
    size: null,
  },
  files: (built) => ({
    ...nodeTarget.files(built),
    Dockerfile: toDockerfile(built),
    '.dockerignore': 'kubernetes\nDockerfile\n',
    ...Object.fromEntries(
      Object.entries(containerManifests(built)).map(([name, manifest]) => [`kubernetes/${name}.yaml`, dump(manifest)]),
    ),
  }),
  start: async (options) =>
    await startOnNode({ platform: 'A container', main: SERVER, environment: () => CONTAINER_ENVIRONMENT }, options),
  platform: (cpu) => ({ os: 'linux', cpu: cpu ?? (process.arch === 'arm64' ? 'arm64' : 'x64'), libc: 'glibc' }),
  nextSteps: (dir, built) => [
    `docker build --tag ${imageOf(built)} ${shellWord(dir)}`,
    `kubectl apply --kustomize ${shellWord(`${dir}/kubernetes`)}`,
  ],
};

const CONTAINER_ENVIRONMENT = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '8080' } as const;

/**
 * The user is numeric, because Kubernetes cannot verify that a named user is not root. Packages have a layer of their own,
 * which stays when only the code changes.
 */
function toDockerfile({ layers, cpu }: BuiltFiles): string {
  const from = cpu === null ? 'FROM ${BASE}' : `FROM --platform=linux/${cpu === 'x64' ? 'amd64' : cpu} \${BASE}`;
  const copies =
    layers === null
      ? ['COPY . .']
      : ['COPY node_modules ./node_modules', ...['package.json', 'manifest.json', ...layers].map(toCopy)];
  return `# A registry may move this tag. Pin the digest of the base that you have checked:
# docker build --build-arg BASE=node:24.21.0-slim@sha256:...
ARG BASE=node:24.21.0-slim
${from}
WORKDIR /app
${copies.join('\n')}
ENV ${toWords(CONTAINER_ENVIRONMENT)}
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \\
  CMD ["node", "-e", "fetch(\`http://127.0.0.1:\${process.env.PORT}/health\`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "server.mjs"]
`;
}

function toWords(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}

/** The content of a folder, and not the folder, is what Docker copies. */
function toCopy(path: string): string {
  return `COPY ${path} ./${path}`;
}

const LAMBDA = 'index.mjs';
const LAMBDA_HANDLER = 'index.streamHandler';
const LAMBDA_RUNTIME = 'nodejs24.x';
const LAMBDA_MEMORY_MB = 512;

/** A function of AWS Lambda behind a function URL. */
const lambdaTarget: Target = {
  runtime: 'lambda',
  entry: ({ workflow, runtime, app }) =>
    [
      `import { toLambdaHandlers } from ${JSON.stringify(runtime)};`,
      `import * as workflow from ${JSON.stringify(workflow)};`,
      `export const { handler, streamHandler } = toLambdaHandlers(workflow, ${JSON.stringify(app)});`,
    ].join('\n'),
  outfile: LAMBDA,
  options: { platform: 'node', target: 'node24', external: [...NODE_SUBPATHS], banner: { js: NODE_BANNER } },
  limits: {
    platform: 'AWS Lambda',
    hasFiles: true,
    missing: { cluster: 'runs one process per call', inspector: 'opens no debugger' },
    limited: {
      fs: `can only write to /tmp, and ${FILES_ARE_CARRIED}`,
      'fs/promises': `can only write to /tmp, and ${FILES_ARE_CARRIED}`,
      child_process: 'freezes processes that outlive the call',
      worker_threads: 'freezes threads that outlive the call',
    },
    // AWS, "Lambda quotas": 50 MB zipped for a direct upload.
    size: { warnAbove: 10_000_000, refuseAbove: 50_000_000, reason: 'the limit of AWS is 50 MB zipped' },
  },
  platform: (cpu) => ({ os: 'linux', cpu: cpu ?? 'arm64', libc: 'glibc' }),
  start: async (options) =>
    await startOnNode({ platform: 'AWS Lambda', main: LAMBDA, environment: lambdaEnvironment }, options),
  files: ({ app, cpu }) => ({ 'template.yaml': dump(samTemplate(app, cpu ?? 'arm64')) }),
  nextSteps: (dir) => [
    `sam deploy --guided --template-file ${shellWord(`${dir}/template.yaml`)}`,
    'wf deploy --url FUNCTION_URL',
  ],
};

/** Variables of its runtime. @source AWS, "Using Lambda environment variables", defined runtime environment variables */
function lambdaEnvironment(folder: string): Record<string, string> {
  const name = 'workflow';
  return {
    _HANDLER: LAMBDA_HANDLER,
    AWS_EXECUTION_ENV: `AWS_Lambda_${LAMBDA_RUNTIME}`,
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'placeholder',
    AWS_SECRET_ACCESS_KEY: 'placeholder',
    AWS_SESSION_TOKEN: 'placeholder',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(LAMBDA_MEMORY_MB),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'placeholder',
    LAMBDA_TASK_ROOT: folder,
  };
}

/** Creates the template for `sam deploy`. The URL requires AWS signatures unless the user changes that. */
function samTemplate(app: string, cpu: PackageCpu) {
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Transform: 'AWS::Serverless-2016-10-31',
    Resources: {
      Workflow: {
        Type: 'AWS::Serverless::Function',
        Properties: {
          Description: `The workflow ${app}`,
          CodeUri: '.',
          Handler: LAMBDA_HANDLER,
          Runtime: LAMBDA_RUNTIME,
          Architectures: [cpu === 'x64' ? 'x86_64' : cpu],
          MemorySize: LAMBDA_MEMORY_MB,
          Timeout: 300,
          Environment: { Variables: { NODE_OPTIONS: '--enable-source-maps' } },
          FunctionUrlConfig: { AuthType: 'AWS_IAM', InvokeMode: 'RESPONSE_STREAM' },
        },
      },
    },
    Outputs: { Url: { Value: { 'Fn::GetAtt': ['WorkflowUrl', 'FunctionUrl'] } } },
  };
}

/** The platforms of `wf build --target`. */
export const TARGETS = {
  node: nodeTarget,
  container: containerTarget,
  cloudflare: cloudflareTarget,
  lambda: lambdaTarget,
} as const satisfies Record<string, Target>;
