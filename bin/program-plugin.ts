import { relative } from 'node:path';
import type { Plugin } from 'esbuild';
import type { IsLight } from './import-graph.ts';
import type { CommandFile } from './list-commands.ts';
import { listPages } from './list-pages.ts';

/** The file that answers `--version` and help pages, and loads the commands for everything else. */
export const MAIN_ENTRY = 'wf:main';
/** The file with all light commands and what every command needs. */
export const COMMANDS_ENTRY = 'wf:commands';

export interface ProgramPluginOptions {
  readonly root: string;
  readonly version: string;
  readonly commands: readonly CommandFile[];
}

/** Creates the entries of the installed program. */
export function programPlugin({ root, version, commands }: ProgramPluginOptions): Plugin {
  const main = `
    import { loadRunner } from './src/cli/start/load-runner.ts';
    import { readDocsPage, readHelpPage } from './src/cli/start/read-help-page.ts';
    import { runMain } from './src/cli/start/run-main.ts';
    export const main = (argv) => runMain(argv, {
      version: ${JSON.stringify(version)},
      ids: ${JSON.stringify(commands.map(({ id }) => id))},
      readHelp: (id) => readHelpPage(id, import.meta.url),
      pages: ${JSON.stringify(listPages(root))},
      readPage: (name) => readDocsPage(name, import.meta.url),
      loadRunner: (found) => loadRunner(found.kind === 'command' ? found.id : '', import.meta.url),
    });
  `;
  return {
    name: 'program',
    setup(build) {
      build.onResolve({ filter: /^wf:/ }, ({ path }) => ({ path: path.slice('wf:'.length), namespace: 'program' }));
      build.onLoad({ filter: /.*/, namespace: 'program' }, ({ path }) => ({
        contents: path === 'main' ? main : commandsSource(commands),
        loader: 'ts',
        resolveDir: root,
      }));
    },
  };
}

function commandsSource(commands: readonly CommandFile[]): string {
  const table = commands.map(({ id, file }) => `${JSON.stringify(id)}: () => import(${JSON.stringify(file)}),`);
  return `
    export { runFound } from './src/cli/start/run-found.ts';
    export const commands = {${table.join('\n')}};
  `;
}

/** Modules that were left out of a file, by the name of their own file. */
export type HeavyModules = Map<string, string>;

/**
 * Leaves dynamically imported heavy modules out of a file, so that one file contains everything that a light command
 * needs: finding thirty small files would take as long as its request.
 *
 * @param heavy - receives the modules that were left out, to be built next
 */
export function leaveOutHeavyPlugin(root: string, isLight: IsLight, heavy: HeavyModules): Plugin {
  return {
    name: 'leave-out-heavy',
    setup(build) {
      build.onResolve({ filter: /^(\.|\/)/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === 'inner') return undefined;
        const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: 'inner' });
        if (found.errors.length > 0 || isLight(found.path)) return undefined;
        const name = relative(root, found.path)
          .replace(/\.tsx?$/, '')
          .replaceAll(/[/\\]/g, '-');
        heavy.set(name, found.path);
        return { path: `./heavy/${name}.js`, external: true };
      });
    },
  };
}
