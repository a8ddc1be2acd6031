import type { Answers } from './read-every-record.ts';

/** Patterns that differ between runs, with their replacements: equal values get equal replacements. */
const CHANCE: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g, 'id'],
  [/(?<="(?:prefix|record|before|after)": ")[A-Za-z0-9]{8}(?=")/g, 'prefix'],
  [/(?<="call_group": ")[\w-]{8}(?=-\d+")/g, 'group'],
  [/(?<=\bprefix \\")[A-Za-z0-9]{8}(?=\\")/g, 'prefix'],
  [/(?<=\bdefault_)[0-9a-f]{8}\b/g, 'suffix'],
  [/(?<="code": ")[\w-]{32}(?=")/g, 'code'],
  // Times that did not come from the test's clock.
  [/(?!2026-11-23T09:00:00.000Z|2099)\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time'],
];

/** Masks answers so that two runs of the same operations are equal. */
export function withoutChance(answers: Answers): string {
  return `${maskChance(JSON.stringify(answers, null, 1))}\n`;
}

/** Masks a JSON text. */
export function maskChance(json: string): string {
  let text = json;
  for (const [pattern, name] of CHANCE) {
    const seen = new Map<string, string>();
    text = text.replaceAll(pattern, (value) => {
      const known = name === 'time' ? name : (seen.get(value) ?? `${name}-${seen.size + 1}`);
      seen.set(value, known);
      return known;
    });
  }
  return text;
}
