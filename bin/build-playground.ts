import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Metafile } from 'esbuild';

/**
 * Builds the page: a script and a style sheet with hashed names, and the html that refers to them.
 *
 * @param outdir - folder of the built package; the page goes to `playground` in it
 * @returns the inputs of each file
 */
export async function buildPlayground(root: string, outdir: string): Promise<Metafile['outputs']> {
  const folder = join(outdir, 'playground');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { page: 'src/playground/main.tsx', style: 'src/playground/styles/page.css' },
    outdir: folder,
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17.4'],
    jsx: 'automatic',
    minify: true,
    metafile: true,
    // All licences are in one file.
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const names = Object.keys(metafile.outputs).map((path) => basename(path));
  await writeFile(join(folder, 'index.html'), toHtml(requireName(names, '.js'), requireName(names, '.css')));
  return metafile.outputs;
}

function requireName(names: readonly string[], ending: string): string {
  const name = names.find((candidate) => candidate.endsWith(ending));
  if (name === undefined) throw new Error(`The page was built without a ${ending} file.`);
  return name;
}

/** The icon is inline: without one, a browser requests it from the server. */
function toHtml(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>wf</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%234f46e5'/%3E%3Cpath d='M3.5 5 6 11l2-5 2 5 2.5-6' fill='none' stroke='%23fff' stroke-width='1.6' stroke-linejoin='round' stroke-linecap='round'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/page/${style}">
<script type="module" src="/page/${script}"></script>
</head>
<body><div id="root"></div><noscript>This page needs JavaScript.</noscript></body>
</html>
`;
}
