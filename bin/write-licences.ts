import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** Built files with their inputs, by path. */
export type BuiltFiles = Readonly<Record<string, Pick<Metafile['outputs'][string], 'inputs'>>>;

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Its licence and notice files, or the licence section of its README. */
  readonly text: string;
}

/** Lists the packages whose code is in built files. */
export function packagesIn(inputs: Metafile['outputs'][string]['inputs']): string[] {
  const names = Object.entries(inputs).flatMap(([input, { bytesInOutput }]) =>
    bytesInOutput > 0 ? (/.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []) : [],
  );
  return [...new Set(names)];
}

/** Lists the folders of packages whose code is in built files. Two versions of a package have two folders. */
export function packageFolders(outputs: BuiltFiles): string[] {
  const folders = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([input, { bytesInOutput }]) =>
      bytesInOutput > 0 ? (/^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []) : [],
    ),
  );
  return [...new Set(folders)].toSorted();
}

/**
 * Writes the licences and notices of all packages that our files contain, as their licences require.
 *
 * @throws {Error} when a package has no licence text anywhere: add it to `bin/notices`
 */
export async function writeLicences(root: string, file: string, outputs: BuiltFiles): Promise<void> {
  const packages = await Promise.all(packageFolders(outputs).map((folder) => readPackage(root, join(root, folder))));
  await writeFile(file, packages.map((bundled) => toEntry(bundled, packages)).join(`\n${'-'.repeat(80)}\n\n`));
}

async function readPackage(root: string, folder: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((entry) => /^(licen[cs]e|copying|notice)/i.test(entry));
  const texts = await Promise.all(files.map((entry) => readFile(join(folder, entry), 'utf8')));
  if (texts.length === 0) texts.push(await readReadmeSection(folder));
  texts.push(await readExtraNotice(root, name));
  return { name, version, license, text: texts.filter(Boolean).join('\n\n') };
}

/** Some packages have their licence only in a section of their README. */
async function readReadmeSection(folder: string): Promise<string> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8').catch(() => '');
  const [, section = ''] = /^#+ licen[cs]e\s*$([\s\S]*?)(?:^#|$(?![\s\S]))/im.exec(readme) ?? [];
  return section.includes('Permission is hereby granted') ? section.trim() : '';
}

/** Reads the notices of undeclared compiled code in a package: `bin/notices` has a file for each such package. */
async function readExtraNotice(root: string, name: string): Promise<string> {
  return await readFile(join(root, 'bin', 'notices', `${name.replaceAll('/', '__')}.txt`), 'utf8').catch(() => '');
}

function toEntry({ name, version, license, text }: BundledPackage, packages: readonly BundledPackage[]): string {
  const found = text === '' ? sharedText(license, packages) : text;
  if (found === undefined)
    throw new Error(`${name} ${version} (${license}) has no licence text; add bin/notices/${name}.txt`);
  return `${name} ${version} (${license})\n\n${found.trim()}\n`;
}

/** The Apache licence names no author, so another package's copy can be used. */
function sharedText(license: string, packages: readonly BundledPackage[]): string | undefined {
  if (license !== 'Apache-2.0') return undefined;
  return packages.find((other) => other.license === license && other.text !== '')?.text;
}
