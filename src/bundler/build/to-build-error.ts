import type { BuildFailure, Message, PartialMessage } from 'esbuild';
import { buildWarning, type BuildWarning } from '../../foundation/build-warning.ts';
import { SourceError, type SourceLocation } from '../../foundation/errors/source-error.ts';
import { DOOR_PLUGIN } from './guard-files.ts';
import { drawCodeFrame, type SourcePosition } from './draw-code-frame.ts';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Name of the plugin that rejects modules that a target lacks. Its messages are complete sentences. */
export const LIMITS_PLUGIN = 'wf-target-limits';

/**
 * Converts esbuild's messages to an error with file, line, column, and the line itself with a caret.
 *
 * @param sdkEntries - specifiers of the SDK; a path below them is not a package to install
 * @param root - the project's folder
 */
export function toBuildError(messages: readonly Message[], sdkEntries: readonly string[], root: string): SourceError {
  // A problem without a position is a consequence of another one.
  const located = messages.filter(({ location }) => location !== null);
  const problems = located.length > 0 ? located : messages;
  const [first] = problems;
  const rest = problems.length - 1;
  return new SourceError({
    code: 'WF_BUILD_FAILED',
    location: first === undefined ? NOWHERE : locationOf(first, sdkEntries),
    remark: rest > 0 ? `${rest} more ${rest === 1 ? 'problem' : 'problems'} after this one.` : undefined,
    nextSteps: [...new Set(problems.flatMap((message) => nextStepsFor(message, sdkEntries, root)))],
    details: { problems: problems.map((message) => ({ text: message.text, ...positionOf(message) })) },
  });
}

/** What our plugins give with a warning as `detail`: esbuild knows only codes of its own. */
type WarningDetail = Pick<BuildWarning, 'code'> & Partial<BuildWarning>;

/** Creates a plugin's warning. */
export function pluginWarning(text: string, detail: WarningDetail): PartialMessage {
  return { text, detail };
}

/** Converts the warnings of esbuild and of our plugins. */
export function toBuildWarnings(messages: readonly Message[]): BuildWarning[] {
  return messages.map((message) => {
    const { file = null, line = null } = positionOf(message) ?? {};
    // Only our plugins give details: `pluginWarning`.
    const { code = 'WF_SOURCE_SUSPICIOUS', ...given } = (message.detail ?? {}) as Partial<WarningDetail>;
    return buildWarning(code, message.text, { file, line, ...given });
  });
}

const NOWHERE = { sentence: 'The workflow cannot be bundled.', file: null, line: null, column: null, frame: null };

function locationOf(message: Message, sdkEntries: readonly string[]): SourceLocation {
  const sentence = toSentence(message, sdkEntries);
  const position = positionOf(message);
  if (position === undefined) return { ...NOWHERE, sentence };
  return { sentence, ...position, frame: drawCodeFrame(position, message.location?.lineText ?? '') };
}

function toSentence(message: Message, sdkEntries: readonly string[]): string {
  if ([LIMITS_PLUGIN, DOOR_PLUGIN].includes(message.pluginName)) return `${message.text}.`;
  if (unknownExtension(message) !== undefined) return `${message.text}.`;
  const specifier = unresolvedSpecifier(message);
  if (specifier === undefined) return `The workflow does not compile: ${message.text}.`;
  const start = `The file imports ${JSON.stringify(specifier)}, but`;
  if (isRelative(specifier)) return `${start} there is no such file.`;
  if (sdkEntries.includes(packageName(specifier)))
    return `${start} the available entries are ${sdkEntries.join(', ')}.`;
  return `${start} the package ${packageName(specifier)} is not installed.`;
}

function nextStepsFor(message: Message, sdkEntries: readonly string[], root: string): string[] {
  // Our plugin gives its next steps with the message.
  if (message.pluginName === DOOR_PLUGIN) return message.detail as string[];
  const extension = unknownExtension(message);
  if (extension !== undefined) return stepsForExtension(extension);
  const specifier = unresolvedSpecifier(message);
  if (specifier === undefined || isRelative(specifier)) return [];
  const name = packageName(specifier);
  return sdkEntries.includes(name) ? [] : [addCommand(root, name)];
}

/** Returns the extension of a file that esbuild does not know; `undefined`: the message says something else. */
function unknownExtension({ text }: Message): string | undefined {
  return /^No loader is configured for "([^"]*)" files: /.exec(text)?.[1];
}

function stepsForExtension(extension: string): string[] {
  if (extension === '') return ['Rename the file, so that it has an extension, as in .txt'];
  return [
    `Add to the project file: "loaders": { "${extension}": "text" }`,
    `For its type, add to src/files.d.ts: declare module '*${extension}' { const text: string; export default text; }`,
  ];
}

/** Returns what a message could not resolve, as the module writes it; `undefined`: it says something else. */
export function unresolvedSpecifier({ text }: Message): string | undefined {
  const [, specifier, written] = /^Could not resolve "([^"]+)"(?: \(originally "([^"]+)"\))?$/.exec(text) ?? [];
  return written ?? specifier;
}

/** Returns whether a specifier is not the name of a package. */
export function isRelative(specifier: string): boolean {
  return /^(\.{0,2}\/|\.{1,2}$|[a-zA-Z]:[\\/]|#)/.test(specifier);
}

function packageName(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
}

function positionOf({ location }: Message): SourcePosition | undefined {
  if (location === null) return undefined;
  // esbuild counts columns in UTF-8 bytes from 0; people and editors count characters from 1.
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  return { file: location.file.replaceAll('\\', '/'), line: location.line, column: before.length + 1 };
}

/** Returns whether esbuild threw because of the sources. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

const COMMANDS: readonly (readonly [lockFile: string, command: string])[] = [
  ['pnpm-lock.yaml', 'pnpm add'],
  ['yarn.lock', 'yarn add'],
  ['bun.lock', 'bun add'],
  ['bun.lockb', 'bun add'],
  ['package-lock.json', 'npm install'],
  ['npm-shrinkwrap.json', 'npm install'],
];

/** Returns what adds a package to a project, by the nearest lock file in its folder or above; without one, npm does. */
export function addCommand(root: string, name: string): string {
  const found = COMMANDS.find(([file]) => existsSync(join(root, file)));
  const parent = dirname(root);
  if (found === undefined && parent !== root) return addCommand(parent, name);
  return `${found?.[1] ?? 'npm install'} ${name}`;
}
