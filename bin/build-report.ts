import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

/**
 * Builds what an html file of an evaluation carries: one script and one style, by these names.
 *
 * @param outdir - folder of the built package; they go to `report` in it
 * @returns what went into each file
 */
export async function buildReport(root: string, outdir: string): Promise<Metafile['outputs']> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { report: 'src/playground/evaluations/report/main.tsx', style: 'src/playground/styles/report.css' },
    outdir: join(outdir, 'report'),
    bundle: true,
    // The script stands in the page itself, behind what it reads.
    format: 'iife',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17.4'],
    jsx: 'automatic',
    minify: true,
    metafile: true,
    // The file travels alone, so the licences of what is in it travel with it.
    legalComments: 'inline',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  return metafile.outputs;
}
