import { pathToFileURL } from 'node:url';
import { context } from 'esbuild';
import { createTemplateProject } from './bench-project.ts';

/** A minimal reload: bundles and imports the changed sources in one process, without isolation. */
export interface ReloadFloor extends AsyncDisposable {
  /** Saves an edition and loads it. @returns how long it took, in ms */
  reload(edition: number): Promise<number>;
}

/** Creates a second project from a template, next to the one that `wf dev` serves. */
export async function createReloadFloor(template: string, source: string): Promise<ReloadFloor> {
  const project = await createTemplateProject(template);
  const opened = await context({
    absWorkingDir: project.root,
    entryPoints: ['src/workflow.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    sourcemap: 'linked',
    outfile: 'floor/workflow.mjs',
  });
  return {
    async reload(edition) {
      const started = performance.now();
      await project.write('src/workflow.ts', withEdition(source, edition));
      const { outputFiles } = await opened.rebuild();
      const code = outputFiles.find(({ path }) => path.endsWith('.mjs'))?.text ?? '';
      await project.write(`floor/${edition}.mjs`, code);
      const loaded: unknown = await import(pathToFileURL(project.path(`floor/${edition}.mjs`)).href);
      const took = performance.now() - started;
      if (typeof loaded !== 'object' || loaded === null || !('edition' in loaded) || loaded.edition !== edition)
        throw new Error(`Edition ${edition} of ${template} was not loaded.`);
      return took;
    },
    async [Symbol.asyncDispose]() {
      await opened.dispose();
      await project[Symbol.asyncDispose]();
    },
  };
}

/** A template's sources with a route that returns its edition. */
export function withEdition(source: string, edition: number): string {
  return `${source}
import { route as editionRoute } from 'wfkit';
export const edition = ${edition};
export const editionOf = editionRoute('/edition', {}, async () => edition);
`;
}
