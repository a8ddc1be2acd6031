import type { RegisterResult } from '../../contract/develop/deploy-result.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { toRecord, toText, type View } from '../layout/view.ts';

/**
 * Shows the registration of a workflow at an address, at a service of others.
 *
 * @param command - the command that carries out a plan; `null`: it was no plan
 */
export function registrationView(result: RegisterResult, command: string | null): View {
  const { app, variant, url, url_before, changed, routes, key } = result;
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
      ...(key === null ? [] : [{ label: 'key', value: describeKey(key) }]),
      ...(changed && url_before !== null ? [{ label: 'before', value: url_before }] : []),
      ...(variant === null ? [] : ([{ label: 'variant id', kind: 'id', value: variant.variant_id }] as const)),
    ]),
    ...(isSame ? [] : [toText(`Next: ${next}`)]),
  ];
}

function describeKey({ name, service, prefix }: NonNullable<RegisterResult['key']>): string {
  const what = `a viewer's key of this app at ${service}, named ${JSON.stringify(name)}`;
  return prefix === null
    ? `would create ${what}; its value becomes a part of the address, which this service stores and shows`
    : `${prefix}: created ${what}; its value is a part of the address. Revoke it: wf keys revoke ${prefix} --base-url ${shellWord(service)}`;
}
