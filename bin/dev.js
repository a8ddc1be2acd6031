#!/usr/bin/env node
// Runs wf from its sources, unbuilt: node bin/dev.js variants list
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);

// Node strips types from .ts files, but does not support JSX.
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context);
    const source = readFileSync(fileURLToPath(url), 'utf8');
    const { code } = require('esbuild').transformSync(source, { loader: 'tsx', jsx: 'automatic', sourcemap: 'inline' });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

const { listCommands } = await import('./list-commands.ts');
const { listPages } = await import('./list-pages.ts');
const { runMain } = await import('../src/cli/start/run-main.ts');

const files = listCommands(join(root, 'commands'));
const commands = Object.fromEntries(files.map(({ id, file }) => [id, () => import(pathToFileURL(file).href)]));

await runMain(process.argv.slice(2), {
  version: require('../package.json').version,
  ids: Object.keys(commands),
  readHelp: async (id) => (await (await import('./render-help.ts')).renderHelp(root)).get(id) ?? '',
  pages: listPages(root),
  readPage: (name) => readFileSync(join(root, 'docs', `${name}.md`), 'utf8'),
  loadRunner: async () => ({ ...(await import('../src/cli/start/run-found.ts')), commands }),
});
