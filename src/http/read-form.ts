import type { Incoming } from './incoming.ts';
import { type Parsed, refuse } from './refusal.ts';

/** Returns whether a body with these headers is a form. @source RFC 7578; WHATWG URL, application/x-www-form-urlencoded */
export function isForm(headers: Incoming['headers']): boolean {
  const type = headers.get('content-type');
  return type !== null && /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
}

/** Reads a form: each field as text. A file's name becomes `testset_name`, unless the form has one. */
export async function readForm(
  bytes: Uint8Array,
  headers: Incoming['headers'],
): Promise<Parsed<Record<string, string>>> {
  const type = { 'content-type': headers.get('content-type') ?? '' };
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: type }).formData();
    return { ok: true, value: await toFields(form) };
  } catch {
    return refuse(422, [{ loc: ['body'], msg: 'Input should be a form in UTF-8', type: 'form_invalid' }]);
  }
}

async function toFields(form: FormData): Promise<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value !== 'string') fields['testset_name'] ??= value.name;
    fields[name] = typeof value === 'string' ? value : decode(await value.arrayBuffer());
  }
  return fields;
}

function decode(bytes: ArrayBuffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
