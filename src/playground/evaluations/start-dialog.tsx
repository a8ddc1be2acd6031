import { useState } from 'react';
import { goTo } from '../address/use-address.ts';
import { Dialog } from '../elements/dialog.tsx';
import { TerminalCommand } from '../elements/terminal-command.tsx';
import { send } from '../service/request.ts';
import { useLoaded } from '../service/use-loaded.ts';
import { toCommand } from '../text/to-command.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** The same as of `wf eval run` without flags. */
const RATE_LIMIT = { batch_size: 10, max_retries: 3, retry_delay: 1, delay_between_batches: 0 };

interface StartDialogProps {
  readonly appId: string;
  readonly onClose: () => void;
}

/** Starts an evaluation of variants on a test set. */
export function StartDialog({ appId, onClose }: StartDialogProps) {
  const { appName, variants, routes } = useWorkspace();
  const testsets = useLoaded('testsets', (signal) => send('GET /testsets', {}, signal));
  const evaluators = useLoaded(appId, (signal) => send('GET /evaluators/configs', { app_id: appId }, signal));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [scorers, setScorers] = useState<readonly string[]>([]);
  const [testset, setTestset] = useState<string | null>(null);
  const [route, setRoute] = useState<string | null>(null);
  const testsetId = testset ?? testsets.value?.[0]?.id ?? '';
  const path = route ?? routes[0]?.path;
  const start = async () => {
    const started = await send('POST /evaluations', {
      body: {
        app_id: appId,
        variant_ids: [...chosen],
        evaluators_configs: [...scorers],
        testset_id: testsetId,
        rate_limit: RATE_LIMIT,
        ...(path === undefined ? {} : { route: path }),
      },
    });
    goTo({ page: 'evaluations', app: appName, id: started.length === 1 ? (started[0]?.id ?? null) : null });
  };
  const nameOf = (id: string) => variants.find(({ variant_id }) => variant_id === id)?.variant_name ?? id;
  const command = toCommand(['wf', 'eval', 'run'], {
    '--testset': testsets.value?.find(({ id }) => id === testsetId)?.name ?? '',
    '--variants': chosen.map(nameOf).join(','),
    '--evaluators': scorers.map((id) => evaluators.value?.find((each) => each.id === id)?.name ?? id).join(','),
    '--route': routes.length < 2 ? '' : (path ?? ''),
  });
  const isReady = chosen.length > 0 && scorers.length > 0 && testsetId !== '';
  return (
    <Dialog title="Start an evaluation" action="Start" isReady={isReady} onSubmit={start} onClose={onClose}>
      <Choices
        legend="Variants"
        options={variants.map(({ variant_id, variant_name }) => [variant_id, variant_name])}
        chosen={chosen}
        onChange={setChosen}
      />
      <label className="field">
        <span>Test set</span>
        <select value={testsetId} onChange={({ target }) => setTestset(target.value)}>
          {(testsets.value ?? []).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {routes.length < 2 ? null : (
        <label className="field">
          <span>Route</span>
          <select value={path} onChange={({ target }) => setRoute(target.value)}>
            {routes.map((each) => (
              <option key={each.path}>{each.path}</option>
            ))}
          </select>
        </label>
      )}
      <Choices
        legend="Evaluators"
        options={(evaluators.value ?? []).map(({ id, name }) => [id, name])}
        chosen={scorers}
        onChange={setScorers}
      />
      {isReady ? <TerminalCommand command={command} /> : null}
      {testsets.value?.length === 0 ? <Missing what="test set" command="wf testsets create cases.csv" /> : null}
      {evaluators.value?.length === 0 ? <Missing what="evaluator" command="wf evaluators create" /> : null}
    </Dialog>
  );
}

interface ChoicesProps {
  readonly legend: string;
  readonly options: readonly (readonly [id: string, name: string])[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function Choices({ legend, options, chosen, onChange }: ChoicesProps) {
  return (
    <fieldset className="choices-list">
      <legend>{legend}</legend>
      {options.map(([id, name]) => (
        <label key={id} className="choice">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
          <span>{name}</span>
        </label>
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
