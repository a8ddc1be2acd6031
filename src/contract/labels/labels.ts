import * as z from 'zod';
import {
  findHiddenLabel,
  isSelector,
  LABEL_NAME,
  LABEL_VALUE,
  MAX_VALUE_LENGTH,
  MAX_LABELS,
  NAME_RULE,
  PAIR_RULE,
  VALUE_RULE,
} from './label-rules.ts';

/** Name of a label, as in `team`, or `example.com/cost-centre`. @source design §5 (ours) */
export const LabelName = z.string().regex(LABEL_NAME, NAME_RULE);

/** Value of a label: any text without control characters. */
export const LabelValue = z
  .string()
  .min(1)
  .max(MAX_VALUE_LENGTH)
  .regex(LABEL_VALUE, VALUE_RULE)
  .refine((value) => value.isWellFormed(), PAIR_RULE)
  .superRefine((value, context) => {
    const mistake = findHiddenLabel(value);
    if (mistake !== null) context.addIssue(mistake);
  });

/** Labels of a record by name. @source design §5 (ours) */
export const Labels = z
  .record(z.string(), LabelValue)
  .superRefine((labels, context) => {
    // Not the schema of the keys: its issue says that a key is invalid, and not why.
    const invalid = Object.keys(labels)
      .map((name) => LabelName.safeParse(name))
      .find(({ success }) => !success);
    if (invalid !== undefined) context.addIssue(invalid.error?.issues[0]?.message ?? '');
  })
  .refine((labels) => Object.keys(labels).length <= MAX_LABELS, `A record has at most ${MAX_LABELS} labels`);
export type Labels = z.infer<typeof Labels>;

/** Labels of a record in an answer. */
export const RecordLabels = z.record(z.string(), z.string());

/** Selects the records with a label of this name (`team`), or also of this value (`team=search`). */
export const LabelSelector = z
  .string()
  .max(264)
  .refine((text) => isSelector(text), 'Input should be NAME or NAME=VALUE');

/** Body that changes what a record is marked with; what it leaves out stays. @source design §5 (ours) */
export const MetadataChange = z.strictObject({
  /** Labels to set; a label of the same name gets the new value. */
  labels: Labels.optional(),
  /** Names of labels to remove. */
  unset: z.array(LabelName).max(MAX_LABELS).optional(),
  /** Archives or unarchives the record: lists of people hide what is archived. */
  archived: z.boolean().optional(),
  /** Values that labels still have, as the sender saw them; `null`: none of this name. Otherwise nothing is changed (412). */
  expected: z.record(z.string(), z.string().nullable()).optional(),
});
export type MetadataChange = z.infer<typeof MetadataChange>;

/** What a record is marked with. @source design §5 (ours) */
export const Metadata = z.object({ labels: RecordLabels, archived_at: z.string().nullable().optional() });
export type Metadata = z.infer<typeof Metadata>;
