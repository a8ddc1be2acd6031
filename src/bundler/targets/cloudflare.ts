import { shellWord } from '../../foundation/shell-word.ts';
import { startWorker } from './start-worker.ts';
import type { Target } from './target.ts';

/** Date of the platform behaviour that the runtime is tested with. */
const COMPATIBILITY_DATE = '2026-07-01';

const COMPATIBILITY_FLAGS = ['nodejs_compat', 'enable_request_signal'];

const MAIN = 'worker.mjs';

/** A Cloudflare Worker, as one module. */
export const cloudflareTarget: Target = {
  runtime: 'cloudflare',
  entry: ({ workflow, runtime, app }) =>
    [
      `import { toWorker } from ${JSON.stringify(runtime)};`,
      `import * as workflow from ${JSON.stringify(workflow)};`,
      `export default toWorker(workflow, ${JSON.stringify(app)});`,
    ].join('\n'),
  outfile: MAIN,
  options: {
    // As wrangler does: the maps of packages for browsers apply only there.
    platform: 'browser',
    target: 'es2024',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    splitting: false,
    external: ['cloudflare:*'],
    assetNames: '[name]-[hash]',
    // A Worker's module has no URL, which packages take for granted while they are imported.
    define: {
      'process.env.NODE_ENV': '"production"',
      'import.meta.url': JSON.stringify(`file:///${MAIN}`),
      'import.meta.filename': JSON.stringify(`/${MAIN}`),
      'import.meta.dirname': '"/"',
      __filename: JSON.stringify(`/${MAIN}`),
      __dirname: '"/"',
    },
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
  start: async (options) =>
    await startWorker(
      { main: MAIN, compatibilityDate: COMPATIBILITY_DATE, compatibilityFlags: COMPATIBILITY_FLAGS },
      options,
    ),
  files: ({ app }) => ({ 'wrangler.json': `${JSON.stringify(wranglerConfig(app), null, 2)}\n` }),
  nextSteps: (dir) => [
    `npx wrangler deploy --config ${shellWord(`${dir}/wrangler.json`)}`,
    'wf deploy --url WORKER_URL',
  ],
};

function wranglerConfig(app: string) {
  return {
    name: app.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-'),
    main: MAIN,
    no_bundle: true,
    compatibility_date: COMPATIBILITY_DATE,
    compatibility_flags: COMPATIBILITY_FLAGS,
    observability: { enabled: true },
  };
}
