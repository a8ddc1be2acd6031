import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { drawCodeFrame } from '../build/draw-code-frame.ts';
import { SourceError, type SourceLocation } from '../../foundation/errors/source-error.ts';
import type { NativePackage } from './find-native.ts';

/** A platform that runs no native code, and what to say about it. */
export interface PackagesRefusal {
  /** Subject of the sentence: `Cloudflare Workers`. */
  readonly platform: string;
}

/** Creates the error for native packages that a bundle would contain. */
export function refuseNative(
  root: string,
  found: readonly NativePackage[],
  refusal: PackagesRefusal | null,
): SourceError {
  const [first] = found;
  const names = [...new Set(found.map(({ name }) => name))];
  return new SourceError({
    code: 'WF_BUILD_FAILED',
    location: locate(root, first, refusal),
    remark: names.length > 1 ? `So do ${names.slice(1).join(', ')}.` : undefined,
    nextSteps: refusal === null ? nextStepsFor(names) : otherTargets(),
    details: { native: found.map(({ name, chain }) => ({ name, imported_through: chain })) },
  });
}

/** Next steps where native code cannot run. */
export function otherTargets(): string[] {
  return ['wf build --target container', 'wf build --target node'];
}

function nextStepsFor(names: readonly string[]): string[] {
  return [
    `Name ${names.length === 1 ? 'it' : 'them'} in the project file: "external": ${JSON.stringify(names)}`,
    'wf help deploying',
  ];
}

function locate(root: string, found: NativePackage | undefined, refusal: PackagesRefusal | null): SourceLocation {
  const { name = '', chain = [], importer = '' } = found ?? {};
  const [imported = name] = chain;
  const through = chain.length > 1 ? ` It is imported through ${chain.slice(0, -1).join(' and ')}.` : '';
  const reason = refusal === null ? 'which cannot be part of a bundle.' : `which ${refusal.platform} do not run.`;
  const sentence = `The package ${name} runs native code, ${reason}${through}`;
  const file = importer === '' ? null : relative(root, importer).split(sep).join('/');
  const position = importer === '' ? null : findImport(importer, imported);
  if (position === null) return { sentence, file, line: null, column: null, frame: null };
  const { line, column, text } = position;
  return { sentence, file, line, column, frame: drawCodeFrame({ line, column }, text) };
}

/** Finds where a module imports a package, as well as text allows. */
export function findImport(file: string, name: string): { line: number; column: number; text: string } | null {
  const lines = readFileSync(file, 'utf8').split('\n');
  const quoted = new RegExp(String.raw`['"\x60]${name.replaceAll(/[.\\/]/g, String.raw`\$&`)}(?:['"\x60]|/)`);
  const index = lines.findIndex((text) => quoted.test(text));
  const text = lines[index];
  return text === undefined ? null : { line: index + 1, column: text.search(quoted) + 1, text };
}
