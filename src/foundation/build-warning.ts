/** What a build warns of, by code. The table in docs/errors.md is this one. */
export const BUILD_WARNINGS = {
  WF_SOURCE_SUSPICIOUS: 'Code is probably not what its author meant, as a key that an object has twice.',
  WF_PACKAGE_MISSING: 'A package loads another one that is not installed. It fails when it is used, as in Node.',
  WF_PACKAGE_REPLACED: 'A package does without another one, which is native code.',
  WF_EXTERNAL_UNUSED: '`external` in the project file names a package that the workflow does not import.',
  WF_FILE_NOT_CARRIED: 'A module names a file that the bundle does not carry.',
  WF_MODULE_LIMITED: "The platform lacks a module of Node's, or restricts it.",
  WF_TARGET_NOT_STARTED: 'The build for a platform could not be started once, to see whether it starts.',
  WF_MODEL_CALLED_AT_IMPORT: 'A module calls a model while it is imported, and so at each start of the workflow.',
  WF_CODE_LARGE: 'The code is close to the limit of a platform.',
} as const satisfies Readonly<Record<string, string>>;

export type BuildWarningCode = keyof typeof BUILD_WARNINGS;

/** What a build found that does not fail it. */
export interface BuildWarning {
  readonly code: BuildWarningCode;
  /** One sentence, without the position. */
  readonly message: string;
  /** Path relative to the project, with forward slashes; `null`: it concerns no file. */
  readonly file: string | null;
  /** 1-based. */
  readonly line: number | null;
  /** The package that it concerns; `null`: none. */
  readonly package: string | null;
}

export function buildWarning(
  code: BuildWarningCode,
  message: string,
  at: Partial<Pick<BuildWarning, 'file' | 'line' | 'package'>> = {},
): BuildWarning {
  return { code, message, file: null, line: null, package: null, ...at };
}

/** Formats a warning as one line with its position. */
export function describeBuildWarning({ message, file, line }: BuildWarning): string {
  return [...[file, line].filter((part) => part !== null), ` ${message}`].join(':').trimStart();
}

/** Leaves out what was said before: several bundles of a project share their modules. */
export function distinctWarnings(warnings: readonly BuildWarning[]): BuildWarning[] {
  return [...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values()];
}
