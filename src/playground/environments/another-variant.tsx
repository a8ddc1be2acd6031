import { useState } from 'react';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import { Button } from '../elements/button.tsx';
import { ChoiceFinder, SelectField } from '../elements/labelled-controls.tsx';
import { useChoices } from '../service/queries.ts';
import { nameRevision } from '../text/format-figures.ts';
import { DeployDialog } from '../environments/deploy-dialog.tsx';
import { DiffView } from '../elements/diff-view.tsx';
import { useRevisionValues } from './what-runs.tsx';

/** Compares what an environment runs with a variant, and deploys that. */
export function AnotherVariant({ environment }: { readonly environment: EnvironmentOutput }) {
  const { app_id, name, deployed_app_variant_revision_id: running } = environment;
  const { records, finder } = useChoices('GET /apps/{app_id}/variants', { app_id });
  const [id, setId] = useState('');
  const [isDeploying, setDeploying] = useState(false);
  const now = useRevisionValues(app_id, running);
  const chosen = records?.find(({ variant_id }) => variant_id === id);
  const options = (records ?? []).map(
    ({ variant_id, variant_name, revision }) => [variant_id, nameRevision(variant_name, revision)] as const,
  );
  return (
    <section className="part" aria-label="Another variant">
      <h2>Another variant</h2>
      <div className="actions">
        <SelectField label="Compare with" value={id} options={[['', 'choose…'], ...options]} onChange={setId} />
        <ChoiceFinder finder={finder} what="variant" />
        {chosen === undefined ? null : (
          <Button label="Deploy…" context={`to ${name}`} onClick={() => setDeploying(true)} />
        )}
      </div>
      {chosen === undefined || now === null ? null : <DiffView before={now} after={setValuesOf(chosen)} />}
      {isDeploying && chosen !== undefined ? (
        <DeployDialog
          variantId={chosen.variant_id}
          variantName={chosen.variant_name}
          revision={chosen.revision}
          environment={name}
          onClose={() => setDeploying(false)}
        />
      ) : null}
    </section>
  );
}
