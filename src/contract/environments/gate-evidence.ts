import * as z from 'zod';

/** A gate file: its conditions in YAML or JSON, and the name that messages use. @source design §7 (ours) */
export const GateFile = z.strictObject({ name: z.string().min(1).max(200), content: z.string().min(1).max(65_536) });
export type GateFile = z.infer<typeof GateFile>;

/** A stored gate, with the hash of its content. @source design §7 (ours) */
export const KeptGate = z.object({ name: z.string(), sha256: z.string(), content: z.string() });
export type KeptGate = z.infer<typeof KeptGate>;

/**
 * Why an environment accepted a revision: the gate at that time, what it was checked against, and the result of each
 * condition. It stays the same when the gate file changes.
 *
 * @source design §7 (ours)
 */
export const GateEvidence = z.object({
  evaluation_id: z.string(),
  /** The evaluation it was compared with; `null` when no condition of the gate needs one. */
  baseline_evaluation_id: z.string().nullable(),
  verdict: z.enum(['passed']),
  gate: KeptGate,
  confidence: z.number(),
  checks: z.array(
    z.object({
      metric: z.string(),
      rule: z.string(),
      value: z.number().nullable(),
      /** Lower and upper end; `null` when the condition does not concern a mean. */
      interval: z.array(z.number()).nullable(),
      cases: z.int(),
    }),
  ),
});
export type GateEvidence = z.infer<typeof GateEvidence>;
