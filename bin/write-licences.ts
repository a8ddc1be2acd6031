import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Built files, by their paths, with what went into each. */
export type BuiltFiles = Readonly<Record<string, Pick<Metafile['outputs'][string], 'inputs'>>>;

/** Lists the packages whose code went into built files. */
export function packagesIn(inputs: Metafile['outputs'][string]['inputs']): string[] {
  const names = Object.entries(inputs).flatMap(([input, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []) : [],
  );
  return [...new Set(names)];
}

/** A package may have another's version of its own beside it, in a folder below its own. */
function foldersIn(inputs: Metafile['outputs'][string]['inputs']): string[] {
  return Object.entries(inputs).flatMap(([input, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []) : [],
  );
}

/** Writes the licences of all packages that are published inside our files, as they ask for. */
export async function writeLicences(root: string, file: string, outputs: BuiltFiles): Promise<void> {
  const folders = [...new Set(Object.values(outputs).flatMap(({ inputs }) => foldersIn(inputs)))].toSorted();
  const texts = await Promise.all(folders.map((folder) => describePackage(join(root, folder))));
  await writeFile(file, texts.join(`\n${'-'.repeat(80)}\n\n`));
}

async function describePackage(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const licence = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = licence === undefined ? '' : await readFile(join(folder, licence), 'utf8');
  return `${name} ${version} (${license})\n\n${text}`;
}
