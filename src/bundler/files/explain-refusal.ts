import type { FileRefusal } from './file-door.ts';

interface RefusalTexts {
  /** Ends a sentence whose subject is the file. */
  readonly reason: string;
  readonly nextSteps: readonly string[];
}

/** What each refusal says. */
const REFUSALS: Readonly<Record<FileRefusal, RefusalTexts>> = {
  outside: {
    reason: 'is outside of the project',
    nextSteps: [
      'Copy the file into the project, or read it from a store at run time.',
      'If it belongs to a package of your repository, name both folders under "workspaces" in the package.json above them.',
    ],
  },
  secret: {
    reason: 'usually holds secrets, and everyone who may read the bundle would get it',
    nextSteps: ['Set its values as variables: wf env vars set NAME'],
  },
  'left-out': {
    reason: 'is in a folder of git or wf, which no bundle contains',
    nextSteps: ['Copy the file to another folder of the project.'],
  },
  special: {
    reason: 'is a device or a pipe, not a file',
    nextSteps: ['Import a regular file.'],
  },
};

export function explainRefusal(refusal: FileRefusal): RefusalTexts {
  return REFUSALS[refusal];
}
