import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { FoldedCommand } from '../../elements/folded-command.tsx';
import { TerminalCommand } from '../../elements/terminal-command.tsx';
import { sendForPage } from '../../service/request.ts';
import { useLoaded } from '../../service/use-loaded.ts';
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
  const { value } = useLoaded(testsetId, async (signal) =>
    (await sendForPage('GET /testsets', { id_prefix: testsetId, limit: 1 }, signal)).items.map(({ name }) => name),
  );
  if (value === null) return null;
  const rows = {
    testset: testsetWord({ id: testsetId, name: value[0] ?? testsetId }),
    choice,
    evaluators: evaluatorsWord(evaluators.map(({ name }) => name)),
  };
  return <TerminalCommand isTitled command={toRunCommand(trial.draft.columns, rows)} />;
}
