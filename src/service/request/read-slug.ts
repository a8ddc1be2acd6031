import { type Parsed, refuse } from '../../http/refusal.ts';

/** The configuration that a deployed call asks for. */
export interface Slug {
  readonly application: string | null;
  readonly variant: string | null;
  readonly environment: string | null;
}

/**
 * Reads the deployment slug of a call; an empty name counts as missing. A body that is not a JSON object has no slug; the
 * route refuses it.
 */
export function readSlug(body: Uint8Array | null): Parsed<Slug> {
  const fields = parseObject(body);
  const wrong = ['environment', 'config', 'app'].filter(
    (name) => fields[name] != null && typeof fields[name] !== 'string',
  );
  if (wrong.length > 0) {
    const items = wrong.map((name) => ({
      loc: ['body', name],
      msg: 'Input should be a valid string',
      type: 'string_type',
    }));
    return refuse(422, items);
  }
  const { app, config, environment } = fields as Record<string, string | null | undefined>; // just checked
  return { ok: true, value: { application: app || null, variant: config || null, environment: environment || null } };
}

function parseObject(body: Uint8Array | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body ?? new Uint8Array()));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
