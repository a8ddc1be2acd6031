import { idsOf } from './ids-of.ts';
import { pickFields } from '../words/json-fields.ts';
import type { SharedFlags } from '../define/base-flags.ts';
import type { JqFilter } from './open-jq.ts';

/** The form of a result for programs: the document, some of its fields, the output of jq, or ids. */
export type DocumentForm =
  | { readonly kind: 'json'; readonly fields: readonly string[] | null; readonly jq: TypedFilter | null }
  | { readonly kind: 'quiet' };

/** A jq filter as typed, and how to run it. */
export interface TypedFilter {
  readonly text: string;
  readonly run: JqFilter;
}

/** Reads the form from the flags; `null`: a view for people. */
export function documentFormOf(
  { json, jq, quiet }: SharedFlags,
  fields: readonly string[] | null,
): DocumentForm | null {
  if (quiet) return { kind: 'quiet' };
  if (jq !== undefined) return { kind: 'json', fields, jq: { text: jq, run: whenNeeded(jq) } };
  return json ? { kind: 'json', fields, jq: null } : null;
}

/** Opens the filter for the first document, then reuses it. */
function whenNeeded(filter: string): JqFilter {
  let opened: Promise<JqFilter> | undefined;
  return async (document) => {
    opened ??= import('./open-jq.ts').then(({ openJq }) => openJq(filter));
    return await (
      await opened
    )(document);
  };
}

/**
 * Formats a document in the requested form, with a line break at the end.
 *
 * @param indent - spaces per level; 0: one line
 */
export async function writeDocument(document: unknown, form: DocumentForm, indent: number): Promise<string> {
  if (form.kind === 'quiet') {
    return idsOf(document)
      .map((id) => `${id}\n`)
      .join('');
  }
  const chosen = form.fields === null ? document : pickFields(document, form.fields);
  if (form.jq === null) return `${JSON.stringify(chosen, null, indent) ?? 'null'}\n`;
  const text = await form.jq.run(chosen);
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}
