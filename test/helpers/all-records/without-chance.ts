import type { Answers } from './read-every-record.ts';

/** What differs from run to run, and what stands in its place: the same for the same value. */
const CHANCE: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g, 'id'],
  [/(?<="(?:prefix|record|before|after)": ")[A-Za-z0-9]{8}(?=")/g, 'prefix'],
  [/(?<="code": ")[\w-]{32}(?=")/g, 'code'],
  // What no clock of the test's was asked for.
  [/(?!2026-11-23T09:00:00.000Z|2099)\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'],
];

/** Writes answers so that two runs of the same operations read the same. */
export function withoutChance(answers: Answers): string {
  let text = JSON.stringify(answers, null, 1);
  for (const [pattern, name] of CHANCE) {
    const seen = new Map<string, string>();
    text = text.replaceAll(pattern, (value) => {
      const known = name === 'time' ? name : (seen.get(value) ?? `${name}-${seen.size + 1}`);
      seen.set(value, known);
      return known;
    });
  }
  return `${text}\n`;
}
