import type { Term } from './parse-terms.ts';

export interface TeamScore {
  readonly team: string;
  readonly score: number;
  /** The terms found, as the configuration spells them. */
  readonly matched: readonly string[];
  /** Where in the message the last of them stands. */
  readonly lastMention: number;
}

export interface Scoring {
  /** How much of a word a term has to be. */
  readonly matching: 'whole-word' | 'plural' | 'beginning';
  /** Multiplies the weight of a term of several words. */
  readonly phraseWeight: number;
  /** How often one term may count. */
  readonly repeats: number;
}

/** Scores a message for each team that has a term in it: best first, and among equals the one mentioned last. */
export function scoreTeams(
  message: string,
  terms: ReadonlyMap<string, readonly Term[]>,
  scoring: Scoring,
): TeamScore[] {
  return [...terms]
    .map(([team, list]) => scoreTeam(team, list, message.toLowerCase(), scoring))
    .filter(({ matched }) => matched.length > 0)
    .toSorted((a, b) => b.score - a.score || b.lastMention - a.lastMention);
}

function scoreTeam(team: string, terms: readonly Term[], message: string, scoring: Scoring): TeamScore {
  const found = terms
    .map((term) => ({ term, places: findPlaces(term, message, scoring) }))
    .filter(({ places }) => places.length > 0);
  return {
    team,
    score: found.reduce((sum, { term, places }) => sum + weigh(term, places.length, scoring), 0),
    matched: found.map(({ term }) => term.text),
    lastMention: Math.max(...found.flatMap(({ places }) => places)),
  };
}

/** What may follow a term for it to count, by the strictness chosen. */
const ENDINGS = { 'whole-word': '\\b', plural: '(?:e?s)?\\b', beginning: '' };

function findPlaces({ text }: Term, message: string, { matching }: Scoring): number[] {
  const pattern = new RegExp(`\\b${RegExp.escape(text)}${ENDINGS[matching]}`, 'g');
  return [...message.matchAll(pattern)].map(({ index }) => index);
}

function weigh({ text, weight }: Term, count: number, { phraseWeight, repeats }: Scoring): number {
  return weight * (text.includes(' ') ? phraseWeight : 1) * Math.min(count, repeats);
}
