import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { FoldedCommand } from '../../elements/folded-command.tsx';
import { TerminalCommand } from '../../elements/terminal-command.tsx';
import { useRequest } from '../../service/queries.ts';
import { evaluatorsWord, testsetWord } from '../../text/names-in-command.ts';
import { useRunCommand } from '../commands/use-run-command.ts';
import type { Trial } from '../use-trial.ts';

interface RowsCommandProps {
  readonly trial: Trial;
  readonly testsetId: string;
  /** The rows to run, as text. */
  readonly choice: string;
  readonly evaluators: readonly EvaluatorConfig[];
}

/** The command that runs the rows with every configuration. */
export function RowsCommand(props: RowsCommandProps) {
  return (
    <FoldedCommand>
      <Command {...props} />
    </FoldedCommand>
  );
}

function Command({ trial, testsetId, choice, evaluators }: RowsCommandProps) {
  const toRunCommand = useRunCommand(trial);
  const { value } = useRequest('GET /testsets', { id_prefix: testsetId, limit: 1 });
  if (value === null) return null;
  const rows = {
    testset: testsetWord({ id: testsetId, name: value[0]?.name ?? testsetId }),
    choice,
    evaluators: evaluatorsWord(evaluators.map(({ name }) => name)),
  };
  return <TerminalCommand isTitled command={toRunCommand(trial.draft.columns, rows)} />;
}
