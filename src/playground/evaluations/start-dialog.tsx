import { useState } from 'react';
import { goTo } from '../address/address.ts';
import { PlanPart } from './plan-part.tsx';
import { ChoiceFinder, SelectField, TextField, Tick } from '../elements/labelled-controls.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { useChoices, useRequest } from '../service/queries.ts';
import { send } from '../service/request.ts';
import { evaluatorsWord, testsetWord, toCommand, variantsWord } from '../text/to-command.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { flagsOf, TestsetPart, usePart } from './testset-part.tsx';

/** The same as of `wf eval run` without flags. */
const RATE_LIMIT = { batch_size: 10, max_retries: 3, retry_delay: 1, delay_between_batches: 0 };

export function StartDialog({ appId, onClose }: { readonly appId: string; readonly onClose: () => void }) {
  const { appName, appFlag, routes } = useWorkspace();
  const variants = useChoices('GET /apps/{app_id}/variants', { app_id: appId });
  const testsets = useChoices('GET /testsets', {});
  const evaluators = useRequest('GET /evaluators/configs', { app_id: appId });
  const [chosen, setChosen] = useState<Chosen>([]);
  const [scorers, setScorers] = useState<Chosen>([]);
  const [testset, setTestset] = useState<Choice | null>(null);
  const [route, setRoute] = useState<string | null>(null);
  const [first] = testsets.records ?? [];
  const [testsetId, testsetName] = testset ?? (first === undefined ? ['', ''] : [first.id, first.name]);
  const path = route ?? routes[0]?.path;
  const part = usePart({ appId, testset_id: testsetId, route: path });
  const [limit, setLimit] = useState('');
  const planned = {
    app_id: appId,
    variant_ids: chosen.map(([id]) => id),
    evaluators_configs: scorers.map(([id]) => id),
    testset_id: testsetId,
    rate_limit: RATE_LIMIT,
    ...(path === undefined ? {} : { route: path }),
    ...(part.subset === null ? {} : { options: { subset: part.subset } }),
  };
  const limits = limit === '' ? {} : { limits: { max_cost: Number(limit) } };
  const body = limit === '' ? planned : { ...planned, options: { ...planned.options, ...limits } };
  const start = async () => {
    const started = await send('POST /evaluations', { body });
    goTo({ page: 'evaluations', app: appName, id: started.length === 1 ? (started[0]?.id ?? null) : null });
  };
  const command = toCommand(['wf', 'eval', 'run'], {
    '--app': appFlag,
    '--testset': testsetWord({ id: testsetId, name: testsetName }),
    '--variants': variantsWord(chosen.map(([id, name]) => ({ id, name }))),
    '--evaluators': evaluatorsWord(scorers.map(([, name]) => name)),
    '--route': routes.length < 2 ? '' : (path ?? ''),
    ...flagsOf(part.subset ?? {}),
    '--max-cost': limit,
  });
  const listed = withChosen(
    (testsets.records ?? []).map(({ id, name }) => [id, name]),
    testset === null ? [] : [testset],
  );
  const isReady = chosen.length > 0 && scorers.length > 0 && testsetId !== '' && part.isReady;
  return (
    <Dialog
      title="Start an evaluation"
      action="Start"
      isReady={isReady}
      done="Evaluation started"
      onSubmit={start}
      onClose={onClose}
    >
      <Choices
        legend="Variants"
        options={(variants.records ?? []).map(({ variant_id, variant_name }) => [variant_id, variant_name])}
        chosen={chosen}
        onChange={setChosen}
      />
      <ChoiceFinder finder={variants.finder} what="variant" />
      <SelectField
        className="field"
        label="Test set"
        value={testsetId}
        options={listed}
        onChange={(id) => setTestset(findChoice(listed, id))}
      />
      <ChoiceFinder finder={testsets.finder} what="test set" />
      {path === undefined || routes.length < 2 ? null : (
        <SelectField
          className="field"
          label="Route"
          value={path}
          options={routes.map((each) => each.path)}
          onChange={setRoute}
        />
      )}
      <TestsetPart part={part} />
      <Choices
        legend="Evaluators"
        options={(evaluators.value ?? []).map(({ id, name }) => [id, name])}
        chosen={scorers}
        onChange={setScorers}
      />
      <TextField
        className="field"
        label="Most that it may cost, in US dollars (optional)"
        type="number"
        min={0}
        step="any"
        value={limit}
        onChange={setLimit}
      />
      <PlanPart body={isReady ? planned : null} />
      {isReady ? <TerminalCommand command={command} /> : null}
      {testsets.records?.length === 0 && testsets.finder === null ? (
        <Missing what="test set" command="wf testsets create cases.csv" />
      ) : null}
      {evaluators.value?.length === 0 ? <Missing what="evaluator" command="wf evaluators create" /> : null}
    </Dialog>
  );
}

type Choice = readonly [id: string, name: string];
type Chosen = readonly Choice[];

/** What was chosen stays in the list when another search hides it. */
function withChosen(options: Chosen, chosen: Chosen): Chosen {
  return [...chosen.filter(([id]) => options.every(([other]) => other !== id)), ...options];
}

function findChoice(options: Chosen, wanted: string): Choice | null {
  return options.find(([id]) => id === wanted) ?? null;
}

interface ChoicesProps {
  readonly legend: string;
  readonly options: Chosen;
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
}

function Choices({ legend, options, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className="choices-list">
      <legend>{legend}</legend>
      {withChosen(options, chosen).map(([id, name]) => (
        <Tick
          key={id}
          label={name}
          isOn={findChoice(chosen, id) !== null}
          onChange={(isOn) =>
            onChange([...chosen.filter(([each]) => each !== id), ...(isOn ? [[id, name] as const] : [])])
          }
        />
      ))}
    </fieldset>
  );
}

function Missing({ what, command }: { readonly what: string; readonly command: string }) {
  return (
    <p className="notice">
      There is no {what} yet: <code>{command}</code>
    </p>
  );
}
