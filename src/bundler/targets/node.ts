import { NODE_BANNER } from '../build/bundle-options.ts';
import { type Target } from './target.ts';

/** A folder that runs with `node server.mjs`. */
export const nodeTarget: Target = {
  runtime: 'node',
  entry: ({ workflow, runtime, app }) =>
    [
      `import { runServer } from ${JSON.stringify(runtime)};`,
      `import * as workflow from ${JSON.stringify(workflow)};`,
      `await runServer(workflow, ${JSON.stringify(app)});`,
    ].join('\n'),
  outfile: 'server.mjs',
  options: { platform: 'node', target: 'node24', banner: { js: NODE_BANNER } },
  limits: { platform: 'The folder', hasFiles: true, missing: {}, limited: {}, size: null },
  files: ({ app }) => ({ 'package.json': packageJson(app) }),
  platform: null,
  nextSteps: (dir) => [`npm start --prefix ${dir}`, 'wf deploy --url http://127.0.0.1:8080'],
};

/** Creates the package.json of the result, which has no dependencies. */
export function packageJson(app: string): string {
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
