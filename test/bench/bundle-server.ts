/** Serves a bundle without the service: `bundle-server BUNDLE`. */
import { pathToFileURL } from 'node:url';
import type * as Runtime from '../../src/runtime/index.ts';

const { serveWorkflow } = (await import(new URL('../../dist/runtime.js', import.meta.url).href)) as typeof Runtime;
// The exports of the bundler's stub.
const { createApp } = (await import(pathToFileURL(process.argv[2] ?? '').href)) as {
  createApp: (options: object) => Parameters<typeof serveWorkflow>[0]['app'];
};
const { port } = await serveWorkflow({ app: createApp({ configurations: async () => ({}) }) });

process.once('disconnect', () => process.kill(process.pid));
process.send?.(port);
