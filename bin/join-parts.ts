import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type BuildOptions, type BuildResult, type Metafile, transform } from 'esbuild';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import type { BuiltFiles } from './write-licences.ts';

type Split = BuildResult<{ metafile: true; write: false }>;
type Outputs = Metafile['outputs'];

/** Kinds of entries, by their names or sources. Code that most entries of a kind need is loaded together. */
const KINDS: Readonly<Record<string, RegExp>> = {
  service: /^heavy\/src-use-cases-serve-compose-service\.js$/,
  feature: /^src\/service\/[\w-]+\/operations(?:\.ts$|\/)/,
  project: /^heavy\/src-project-load-project-file\.js$/,
  command: /^heavy\/commands-/,
  // Output for pipes and files must not load Ink and React, which cost more than the rest of a command.
  writing: /^heavy\/(?:src-ui-layout-plain|markdown)-view/,
  drawing: /^heavy\/src-ui-(?!layout-plain)/,
  host: /^(host-process|source-host)\.js$/,
  describe: /^describe-child\.js$/,
  jq: /^jq-worker\.js$/,
};

/** Parts up to this size cost less to read unnecessarily than to open as separate files. */
const SMALL_BYTES = 6144;

/** Where rolldown finds the parts: the folder of a build has another name each time, and names of files depend on it. */
const PARTS = resolve('/parts');

/**
 * Joins files that are always opened together, and writes the result.
 *
 * esbuild writes a file for every part that a set of entries shares. Of hundreds, a command with the embedded service
 * opened a hundred, which took a fifth of its time.
 *
 * @param split - the result of a build that has not been written
 * @returns the contents of each file
 */
export async function joinParts(root: string, outdir: string, split: Split, format: BuildOptions): Promise<BuiltFiles> {
  const nameOf = (path: string): string => relative(outdir, resolve(root, path));
  const { outputs } = split.metafile;
  const parts = Object.fromEntries(Object.entries(outputs).map(([path, part]) => [nameOf(path), part]));
  const texts = new Map(split.outputFiles.map(({ path, text }) => [join(PARTS, relative(outdir, path)), text]));
  const groups = groupParts(parts, nameOf, split.metafile.inputs);
  const entries = Object.keys(parts).filter((name) => isEntry(parts[name]));
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name.replace(/\.js$/, ''), join(PARTS, name)])),
    plugins: [readFrom(texts)],
    external: (id) => !/^[./]/.test(id),
    platform: 'node',
    treeshake: false,
    preserveEntrySignatures: 'allow-extension',
  });
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'heavy/[name]-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'kinds', name: (id) => groups.get(relative(PARTS, id)) ?? null }],
    },
  });
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk');
  for (const { fileName, code } of chunks) await writePart(join(outdir, fileName), code, format);
  return Object.fromEntries(chunks.map((chunk) => [join(outdir, chunk.fileName), { inputs: inputsOf(chunk, parts) }]));
}

/** Files that are started or imported by name, in contrast to shared parts. */
function isEntry(part: Outputs[string] | undefined): boolean {
  return part?.entryPoint !== undefined;
}

/**
 * Groups the parts that most entries of some kind open by those kinds. Small parts that only some commands share are
 * one more group, and those that they share with features of the service are two: opening twenty files costs more than
 * reading unneeded code.
 */
function groupParts(parts: Outputs, nameOf: (path: string) => string, inputs: Metafile['inputs']): Map<string, string> {
  const kinds = Object.entries(KINDS).map(([kind, test]) => {
    const entries = Object.keys(parts).filter((name) => test.test(name) || test.test(parts[name]?.entryPoint ?? ''));
    if (entries.length === 0) throw new Error(`No entry of the build is of the kind ${kind}: ${test.source}`);
    return { kind, opened: entries.map((entry) => reach(entry, parts, nameOf)) };
  });
  const shared = Object.keys(parts)
    .filter((name) => !isEntry(parts[name]))
    .map((name) => {
      const openers = kinds.filter(({ opened }) => opened.some((set) => set.has(name)));
      const usualFor = openers.filter(
        ({ opened }) => opened.filter((set) => set.has(name)).length * 2 >= opened.length,
      );
      return { name, openedBy: namesOf(openers), usualFor: namesOf(usualFor) };
    });
  const usual = shared.filter(({ usualFor }) => usualFor.length > 0);
  const rare = shared.filter(({ name, usualFor }) => usualFor.length === 0 && isSmall(parts[name]));
  /** Parts that may be loaded for every user of a kind: one that imports another rare part would load that, too. */
  const joinable = (kind: string, some: readonly { readonly name: string }[]): string[] => {
    const atHand = new Set([...usual.filter(({ usualFor }) => usualFor.includes(kind)), ...some].map(toName));
    return some.map(toName).filter((name) => [...reach(name, parts, nameOf)].every((other) => atHand.has(other)));
  };
  const ofCommands = rare.filter(({ openedBy }) => openedBy.join() === 'command');
  const ofFeatures = rare.filter(
    ({ name, openedBy }) => openedBy.includes('feature') && !hasSchemas(parts[name], inputs),
  );
  const ofShared = ofFeatures.filter(({ openedBy }) => openedBy.includes('command'));
  // The last group that has a part decides: what the service, too, may load is with its features.
  return new Map([
    ...joinable('command', [...ofCommands, ...ofShared]).map((name) => [name, 'small'] as const),
    ...joinable('command', ofShared).map((name) => [name, 'small-shared'] as const),
    ...joinable('service', ofFeatures).map((name) => [name, 'small-features'] as const),
    ...usual.map(({ name, openedBy }) => [name, openedBy.join('-')] as const),
  ]);
}

function namesOf(kinds: readonly { readonly kind: string }[]): string[] {
  return kinds.map(({ kind }) => kind);
}

function toName({ name }: { readonly name: string }): string {
  return name;
}

/** Building schemas that a command does not use takes longer than opening a file. Files of schemas import zod. */
function hasSchemas(part: Outputs[string] | undefined, inputs: Metafile['inputs']): boolean {
  const imports = Object.keys(part?.inputs ?? {}).flatMap((path) => inputs[path]?.imports ?? []);
  return imports.some(({ path }) => path.includes('node_modules/zod/'));
}

function isSmall(part: Outputs[string] | undefined): boolean {
  return part !== undefined && part.bytes < SMALL_BYTES;
}

/** Returns a part with all its imports, at any depth. */
function reach(entry: string, parts: Outputs, nameOf: (path: string) => string): Set<string> {
  const reached = new Set([entry]);
  for (const name of reached) {
    for (const { path, kind, external } of parts[name]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) reached.add(nameOf(path));
    }
  }
  return reached;
}

function readFrom(texts: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'parts',
    resolveId: (id, importer) => {
      const path = importer === undefined ? id : resolve(dirname(importer), id);
      return texts.has(path) ? path : null;
    },
    load: (id) => texts.get(id) ?? null,
  };
}

async function writePart(path: string, code: string, { lineLimit, target }: BuildOptions): Promise<void> {
  const options = { minifyWhitespace: true, ...(lineLimit && { lineLimit }), ...(target && { target }) };
  const { code: text } = await transform(code, { ...options, format: 'esm', legalComments: 'none' });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function inputsOf({ moduleIds }: OutputChunk, parts: Outputs): Outputs[string]['inputs'] {
  return Object.fromEntries(moduleIds.flatMap((id) => Object.entries(parts[relative(PARTS, id)]?.inputs ?? {})));
}
