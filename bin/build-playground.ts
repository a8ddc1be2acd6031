import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Metafile } from 'esbuild';

/**
 * Builds the page: a style sheet, a script, and scripts that views import when they are first seen, all with hashed names;
 * and the html that refers to them.
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
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
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
  const paths = Object.keys(metafile.outputs);
  const script = requireFile(paths, /\/page-\w+\.js$/);
  const style = requireFile(paths, /\/style-\w+\.css$/);
  const parts = listParts(metafile, script).map((path) => basename(path));
  await writeFile(join(folder, 'index.html'), toHtml(basename(script), parts, basename(style)));
  return metafile.outputs;
}

function requireFile(paths: readonly string[], pattern: RegExp): string {
  const path = paths.find((candidate) => pattern.test(candidate));
  if (path === undefined) throw new Error(`The page was built without a file like ${pattern}.`);
  return path;
}

/** Lists the files that a script imports at once, at any depth: not those that a view imports when it is first seen. */
function listParts({ outputs }: Metafile, script: string): readonly string[] {
  const parts = new Set<string>([script]);
  for (const path of parts) {
    for (const { path: part, kind } of outputs[path]?.imports ?? []) if (kind === 'import-statement') parts.add(part);
  }
  return [...parts].filter((path) => path !== script);
}

/** The icon is inline: without one, a browser requests it from the server. */
function toHtml(script: string, parts: readonly string[], style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>wf</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%234f46e5'/%3E%3Cpath d='M3.5 5 6 11l2-5 2 5 2.5-6' fill='none' stroke='%23fff' stroke-width='1.6' stroke-linejoin='round' stroke-linecap='round'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/page/${style}">
${parts.map((part) => `<link rel="modulepreload" href="/page/${part}">\n`).join('')}<script type="module" src="/page/${script}"></script>
</head>
<body><div id="root"></div><noscript>This page needs JavaScript.</noscript></body>
</html>
`;
}
