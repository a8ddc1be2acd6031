import type { Term } from './parse-terms.ts';

export interface TeamScore {
  readonly team: string;
  readonly score: number;
  /** The terms found, as the configuration spells them. */
  readonly matched: readonly string[];
  /** Index in the message of the last match. */
  readonly lastMention: number;
}

export interface Scoring {
  /** How much of a word a term must match. */
  readonly matching: 'whole-word' | 'plural' | 'beginning';
  /** Multiplies the weight of a term of several words. */
  readonly phraseWeight: number;
  /** How many times one term may count. */
  readonly repeats: number;
}

/** Scores a message for each team with a term in it: best first; of equals, the one mentioned last. */
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
    .map((term) => ({ term, indexes: findIndexes(term, message, scoring) }))
    .filter(({ indexes }) => indexes.length > 0);
  return {
    team,
    score: found.reduce((sum, { term, indexes }) => sum + weigh(term, indexes.length, scoring), 0),
    matched: found.map(({ term }) => term.text),
    lastMention: Math.max(...found.flatMap(({ indexes }) => indexes)),
  };
}

/** What may follow a term, by `matching`. */
const ENDINGS = { 'whole-word': '\\b', plural: '(?:e?s)?\\b', beginning: '' };

function findIndexes({ text }: Term, message: string, { matching }: Scoring): number[] {
  const pattern = new RegExp(`\\b${RegExp.escape(text)}${ENDINGS[matching]}`, 'g');
  return [...message.matchAll(pattern)].map(({ index }) => index);
}

function weigh({ text, weight }: Term, count: number, { phraseWeight, repeats }: Scoring): number {
  return weight * (text.includes(' ') ? phraseWeight : 1) * Math.min(count, repeats);
}
