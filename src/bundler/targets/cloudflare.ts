import { shellWord } from '../../foundation/shell-word.ts';
import type { Target } from './target.ts';

/** Date of the platform behaviour that the runtime is tested with. */
const COMPATIBILITY_DATE = '2026-07-01';

/** A Cloudflare Worker, as one module. */
export const cloudflareTarget: Target = {
  runtime: 'cloudflare',
  entry: ({ workflow, runtime, app }) =>
    [
      `import { toWorker } from ${JSON.stringify(runtime)};`,
      `import * as workflow from ${JSON.stringify(workflow)};`,
      `export default toWorker(workflow, ${JSON.stringify(app)});`,
    ].join('\n'),
  outfile: 'worker.mjs',
  options: {
    platform: 'neutral',
    target: 'es2024',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    splitting: false,
    external: ['cloudflare:*'],
    // The platform compiles it, and imports the module.
    loader: { '.wasm': 'copy' },
    assetNames: '[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    // A Worker's module has no URL.
    banner: {
      js: "import{createRequire as __wfCreateRequire}from'node:module';const require=__wfCreateRequire('/');",
    },
  },
  limits: {
    platform: 'Cloudflare Workers',
    hasFiles: false,
    missing: {
      fs: 'have no file system',
      'fs/promises': 'have no file system',
      child_process: 'start no processes',
      cluster: 'start no processes',
      worker_threads: 'start no threads',
      dgram: 'have no datagram sockets',
      inspector: 'open no debugger',
      repl: 'have no terminal',
      sqlite: 'have no file system for databases',
      wasi: 'have no file system',
      vm: 'do not run code that is generated at run time',
    },
    limited: {},
    // Cloudflare, "Workers limits": 3 MB gzipped on the free plan, 10 MB on others.
    size: {
      warnAbove: 3_000_000,
      refuseAbove: 10_000_000,
      reason: 'the limit of Cloudflare is 3 MB on its free plan and 10 MB on others',
    },
  },
  platform: null,
  files: ({ app }) => ({ 'wrangler.json': `${JSON.stringify(wranglerConfig(app), null, 2)}\n` }),
  nextSteps: (dir) => [
    `npx wrangler deploy --config ${shellWord(`${dir}/wrangler.json`)}`,
    'wf deploy --url WORKER_URL',
  ],
};

function wranglerConfig(app: string) {
  return {
    name: app.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-'),
    main: 'worker.mjs',
    no_bundle: true,
    compatibility_date: COMPATIBILITY_DATE,
    compatibility_flags: ['nodejs_compat', 'enable_request_signal'],
    observability: { enabled: true },
  };
}
