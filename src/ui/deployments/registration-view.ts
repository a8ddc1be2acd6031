import type { RegisterResult } from '../../contract/develop/deploy-result.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { toRecord, toText, type View } from '../layout/view.ts';

/**
 * Shows the registration of a workflow at an address, at a service of others.
 *
 * @param command - the command that carries out a plan; `null`: it was no plan
 */
export function registrationView(result: RegisterResult, command: string | null): View {
  const { app, variant, url, url_before, changed, routes } = result;
  const name = variant?.variant_name ?? app.name;
  const isSame = variant !== null && url_before === url;
  const change = url_before === null ? `to ${url}` : `from ${url_before} to ${url}`;
  const line = changed
    ? `Registered ${name} at ${url}.`
    : isSame
      ? `Nothing changed: ${name} is already at ${url}.`
      : `Plan for ${app.name}: ${variant === null ? `registers ${url}` : `moves ${name} ${change}`}. Nothing was changed.`;
  const next = command ?? `wf env deploy production --variant ${shellWord(name)}`;
  return [
    toText(line),
    toRecord([
      { label: 'routes', value: routes.map(({ path }) => path).join(', ') },
      ...(changed && url_before !== null ? [{ label: 'before', value: url_before }] : []),
      ...(variant === null ? [] : ([{ label: 'variant id', kind: 'id', value: variant.variant_id }] as const)),
    ]),
    ...(isSame ? [] : [toText(`Next: ${next}`)]),
  ];
}
