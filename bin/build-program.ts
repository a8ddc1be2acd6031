import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildOptions, type OutputFile } from 'esbuild';
import { builtinPlugin } from './builtin-plugin.ts';
import { endpointRoutesPlugin } from './endpoint-routes-plugin.ts';
import { copiedEsbuildPlugin } from './copy-esbuild.ts';
import { drawingPlugin } from './drawing-plugin.ts';
import { readImportGraph } from './import-graph.ts';
import { joinParts } from './join-parts.ts';
import { listCommands } from './list-commands.ts';
import { COMMANDS_ENTRY, type HeavyModules, leaveOutHeavyPlugin, MAIN_ENTRY, programPlugin } from './program-plugin.ts';
import { undiciPlugin } from './undici-plugin.ts';
import type { BuiltFiles } from './write-licences.ts';

/**
 * Builds the program and the scripts that it runs as separate processes, with all packages except esbuild,
 * whose library stays a file of its own.
 *
 * Light commands share one file, in which a module runs when its command does; what draws, stores, bundles or serves is
 * split into files that are loaded when they are needed.
 *
 * @param common - options of every build, including `outdir`
 * @returns the contents of each file
 */
export async function buildProgram(root: string, outdir: string, common: BuildOptions): Promise<BuiltFiles> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const commands = listCommands(join(root, 'commands'));
  const entries = programPlugin({ root, version, commands });
  const routes = endpointRoutesPlugin();
  const options = {
    ...common,
    metafile: true,
    external: ['esbuild', 'pg-native', 'cloudflare:sockets', 'typescript'],
    plugins: [routes, drawingPlugin(), builtinPlugin(), copiedEsbuildPlugin()],
  } satisfies BuildOptions;
  const isLight = await readImportGraph(root, {
    ...options,
    entryPoints: { commands: COMMANDS_ENTRY },
    plugins: [entries, routes, builtinPlugin()],
  });
  const heavy: HeavyModules = new Map();
  const whole = { ...options, splitting: false };
  const leaveOut = leaveOutHeavyPlugin(root, isLight, heavy);
  const main = await build({
    ...whole,
    entryPoints: { main: MAIN_ENTRY },
    plugins: [entries, leaveOut, builtinPlugin()],
  });
  const light = await build({
    ...whole,
    ...SCRIPT,
    define: { ...common.define, 'import.meta.url': 'scriptUrl' },
    write: false,
    entryPoints: { commands: COMMANDS_ENTRY },
    plugins: [entries, leaveOut, routes, drawingPlugin(), undiciPlugin(), builtinPlugin(), copiedEsbuildPlugin()],
  });
  await writeScripts(outdir, light.outputFiles);
  const split = await build({
    ...options,
    write: false,
    entryPoints: {
      'host-process': join(root, 'src/runtime/host-process.ts'),
      'source-host': join(root, 'src/runtime/source-host.ts'),
      'describe-child': join(root, 'src/bundler/describe/describe-child.ts'),
      'score-process': join(root, 'src/service/evaluators/scoring/score-process.ts'),
      'checkpoint-thread': join(root, 'src/service/store/checkpoints/checkpoint-thread.ts'),
      'jq-worker': join(root, 'src/cli/kit/output/jq-worker.ts'),
      // They are found in any order, which would change names and contents.
      ...Object.fromEntries(
        [...heavy].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, file]) => [`heavy/${name}`, file]),
      ),
    },
    chunkNames: 'heavy/[name]-[hash]',
  });
  const parts = await joinParts(root, outdir, split, common);
  return { ...main.metafile.outputs, ...light.metafile.outputs, ...parts };
}

/**
 * The form that src/cli/start/load-runner.ts expects: a function of `module`, the script's URL, and an import function.
 * There is no `require`: packages use it only for features that wf does not need.
 */
const SCRIPT = {
  format: 'cjs',
  banner: { js: '(function (module, scriptUrl, importHeavy, require) {' },
  footer: { js: '})' },
} satisfies BuildOptions;

async function writeScripts(outdir: string, files: readonly OutputFile[]): Promise<void> {
  await mkdir(outdir, { recursive: true });
  for (const { path, text } of files) await writeFile(path, text.replaceAll('import("', 'importHeavy("'));
}
