import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { testsetWord } from '../../text/names-in-command.ts';
import { shellWord } from '../../../foundation/shell-word.ts';
import { toCommand } from '../../text/to-command.ts';

interface AddCommand {
  readonly appFlag: string;
  /** The test set that gets the row; `undefined`: a new one. */
  readonly testset: { readonly id: string; readonly name: string } | undefined;
  /** Name of a new test set. */
  readonly name: string;
  readonly row: TestsetRow;
}

/** Writes the command that stores the rows of a test set and one more. */
export function toAddCommand({ appFlag, testset, name, row }: AddCommand): string {
  const line = `printf '%s\\n' ${shellWord(JSON.stringify(row))}`;
  const create = toCommand(['wf', 'testsets', 'create', '-'], {
    '--app': appFlag,
    '--name': testset?.name ?? (name === '' ? 'NAME' : name),
    '--format': 'jsonl',
  });
  if (testset === undefined) return `${line} |\n  ${create}`;
  const rows = toCommand(['wf', 'testsets', 'export'], {}, [testsetWord(testset)]);
  return `{ ${rows}; ${line}; } |\n  ${create}`;
}
