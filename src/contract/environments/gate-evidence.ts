import * as z from 'zod';

/** A gate as its file has it: the conditions in YAML or JSON, under the name that messages use. @source design §7 (ours) */
export const GateFile = z.strictObject({ name: z.string().min(1).max(200), content: z.string().min(1).max(65_536) });
export type GateFile = z.infer<typeof GateFile>;

/** A gate that is kept, with the hash of its content. @source design §7 (ours) */
export const KeptGate = z.object({ name: z.string(), sha256: z.string(), content: z.string() });
export type KeptGate = z.infer<typeof KeptGate>;

/**
 * Why an environment took a revision: the gate as it was, what it was held against, and what each condition found. It
 * stays when the gate's file changes.
 *
 * @source design §7 (ours)
 */
export const GateEvidence = z.object({
  evaluation_id: z.string(),
  /** The evaluation it was compared with; `null` where the gate has no rule about one. */
  baseline_evaluation_id: z.string().nullable(),
  verdict: z.enum(['passed']),
  gate: KeptGate,
  confidence: z.number(),
  checks: z.array(
    z.object({
      metric: z.string(),
      rule: z.string(),
      value: z.number().nullable(),
      /** Lower and upper end; `null` where the condition is about no mean. */
      interval: z.array(z.number()).nullable(),
      cases: z.int(),
    }),
  ),
});
export type GateEvidence = z.infer<typeof GateEvidence>;
