import { dump } from 'js-yaml';
import { NODE_BANNER } from '../build/bundle-options.ts';
import { FILES_ARE_CARRIED, type PackageCpu, type Target } from './target.ts';

/** A function of AWS Lambda behind a function URL. */
export const lambdaTarget: Target = {
  runtime: 'lambda',
  entry: ({ workflow, runtime, app }) =>
    [
      `import { toLambdaHandlers } from ${JSON.stringify(runtime)};`,
      `import * as workflow from ${JSON.stringify(workflow)};`,
      `export const { handler, streamHandler } = toLambdaHandlers(workflow, ${JSON.stringify(app)});`,
    ].join('\n'),
  outfile: 'index.mjs',
  options: { platform: 'node', target: 'node24', banner: { js: NODE_BANNER } },
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
  files: ({ app, cpu }) => ({ 'template.yaml': dump(samTemplate(app, cpu ?? 'arm64')) }),
  nextSteps: (dir) => [
    `sam deploy --guided --template-file ${dir}/template.yaml`,
    'wf deploy --url <the function URL>',
  ],
};

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
          Handler: 'index.streamHandler',
          Runtime: 'nodejs24.x',
          Architectures: [cpu === 'x64' ? 'x86_64' : cpu],
          MemorySize: 512,
          Timeout: 300,
          Environment: { Variables: { NODE_OPTIONS: '--enable-source-maps' } },
          FunctionUrlConfig: { AuthType: 'AWS_IAM', InvokeMode: 'RESPONSE_STREAM' },
        },
      },
    },
    Outputs: { Url: { Value: { 'Fn::GetAtt': ['WorkflowUrl', 'FunctionUrl'] } } },
  };
}
