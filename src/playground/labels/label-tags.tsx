import { type Address, toHash } from '../address/address.ts';

interface LabelTagsProps {
  readonly labels: Readonly<Record<string, string>> | null | undefined;
  readonly archivedAt: string | null | undefined;
  /** Where the records with a label are listed. */
  readonly listOf: (label: string) => Address;
}

/** The labels of a record, each a link to the records that have it, and whether it is archived. */
export function LabelTags({ labels, archivedAt, listOf }: LabelTagsProps) {
  const texts = Object.entries(labels ?? {}).map(([name, value]) => `${name}=${value}`);
  return (
    <>
      {archivedAt == null ? null : <span className="tag">archived</span>}
      {texts.map((text) => (
        <a key={text} className="tag" title={text} href={toHash(listOf(text))}>
          {text}
        </a>
      ))}
    </>
  );
}
