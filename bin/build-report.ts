import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';

/**
 * Builds the script and the style sheet that an evaluation's html file contains.
 *
 * @param outdir - folder of the built package; they go to `report` in it
 * @returns the inputs of each file
 */
export async function buildReport(root: string, outdir: string): Promise<Metafile['outputs']> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { report: 'src/playground/evaluations/report/main.tsx', style: 'src/playground/styles/report.css' },
    outdir: join(outdir, 'report'),
    bundle: true,
    // The script is inline, after the data that it reads.
    format: 'iife',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17.4'],
    jsx: 'automatic',
    minify: true,
    metafile: true,
    // Users share the file on its own, so it contains its licences.
    legalComments: 'inline',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  return metafile.outputs;
}
