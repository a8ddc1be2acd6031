import { writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { build } from 'esbuild';
import { type OutputChunk, rolldown } from 'rolldown';
import type { BuiltFiles } from './write-licences.ts';

const BROWSERS = ['chrome120', 'firefox121', 'safari17.4'];

/**
 * Builds the page: a style sheet, a script, and scripts that views import when they are first seen, all with hashed names;
 * and the html that refers to them.
 *
 * @param outdir - folder of the built package; the page goes to `playground` in it
 * @returns the inputs of each file
 */
export async function buildPlayground(root: string, outdir: string): Promise<BuiltFiles> {
  const folder = join(outdir, 'playground');
  const [chunks, style] = await Promise.all([buildScripts(root, folder), buildStyle(root, folder)]);
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, ENTRY));
  if (page === undefined) throw new Error('The page was built without its script.');
  await writeFile(join(folder, 'index.html'), toHtml(page.fileName, listParts(chunks, page), style));
  return Object.fromEntries(chunks.map((chunk) => [join(folder, chunk.fileName), { inputs: inputsOf(root, chunk) }]));
}

const ENTRY = 'src/playground/main.tsx';

/**
 * esbuild writes a file for every part that a set of views shares. The page then starts with thirty requests, whose
 * headers alone are a tenth of all bytes. rolldown leaves such parts in the page's own script.
 */
async function buildScripts(root: string, dir: string): Promise<OutputChunk[]> {
  await using bundle = await rolldown({
    cwd: root,
    input: { page: ENTRY },
    platform: 'browser',
    preserveEntrySignatures: 'allow-extension',
    transform: { target: BROWSERS, jsx: 'react-jsx', define: { 'process.env.NODE_ENV': '"production"' } },
    // "use client" marks modules for servers that render React; nothing does here.
    onwarn: (warning, warn) => void (warning.code !== 'MODULE_LEVEL_DIRECTIVE' && warn(warning)),
  });
  const { output } = await bundle.write({
    dir,
    format: 'esm',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    minify: true,
    // All licences are in one file.
    comments: { legal: false },
    codeSplitting: {
      groups: [{ name: 'react', test: /\/node_modules\/(react|react-dom|scheduler|@tanstack\/[\w-]+)\// }],
    },
  });
  return output.filter((file): file is OutputChunk => file.type === 'chunk');
}

/** @returns the file's name */
async function buildStyle(root: string, outdir: string): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { style: 'src/playground/styles/page.css' },
    outdir,
    entryNames: '[name]-[hash]',
    bundle: true,
    target: BROWSERS,
    minify: true,
    metafile: true,
    logLevel: 'warning',
  });
  return basename(Object.keys(metafile.outputs)[0] ?? '');
}

/** Lists the files that a script imports at once, at any depth: not those that a view imports when it is first seen. */
function listParts(chunks: readonly OutputChunk[], script: OutputChunk): readonly string[] {
  const parts = new Set(script.imports);
  for (const part of parts) {
    for (const name of chunks.find(({ fileName }) => fileName === part)?.imports ?? []) parts.add(name);
  }
  parts.delete(script.fileName);
  return [...parts];
}

function inputsOf(root: string, { modules }: OutputChunk): BuiltFiles[string]['inputs'] {
  const files = Object.entries(modules).filter(([id]) => id.startsWith(root));
  return Object.fromEntries(
    files.map(([id, { renderedLength }]) => [relative(root, id), { bytesInOutput: renderedLength }]),
  );
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
