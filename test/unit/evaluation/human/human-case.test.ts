import { expect, test } from 'vitest';
import { joinVotes, readCases } from '../../../../src/evaluation/human/human-case.ts';
import { streamOf } from '../../../helpers/evaluation-records.ts';
import { votedOf } from '../../../helpers/human-records.ts';

test('votes join their cases, those with a note alone do not count', async () => {
  const { scenarios, votes } = votedOf(['ab.', '..b']);
  const [first, second, third] = votes;
  if (first === undefined || second === undefined || third === undefined) throw new Error('There are three.');
  const noted = { ...second, votes: second.votes.map((vote) => ({ ...vote, vote: '', note: 'hm' })) };
  const scored = { ...third, votes: third.votes.map((vote) => ({ ...vote, vote: '', score: '70' })) };
  const joined: [string, number][] = [];
  for await (const { scenario, votes: own } of joinVotes(streamOf(scenarios), streamOf([first, noted, scored]))) {
    joined.push([scenario.id, own.length]);
  }
  expect(joined).toEqual([
    ['case-0', 1],
    ['case-1', 0],
    ['case-2', 1],
  ]);
});

test('a case without votes of its own has none, and the votes are closed', async () => {
  const { scenarios, votes } = votedOf(['ab']);
  let isClosed = false;
  const stream = async function* () {
    try {
      yield* votes.toReversed();
    } finally {
      isClosed = true;
    }
  };
  const counts: number[] = [];
  for await (const { votes: own } of joinVotes(streamOf(scenarios.slice(0, 1)), stream())) counts.push(own.length);
  expect([counts, isClosed]).toEqual([[0], true]);
  for await (const { votes: own } of joinVotes(streamOf(scenarios), streamOf([]))) expect(own).toEqual([]);
});

test('a case of a service that names nobody has its vote or score, if there is one', async () => {
  const { scenarios } = votedOf(['ab.']);
  const given = scenarios.map((scenario, index) => ({ ...scenario, vote: index === 0 ? 'a' : '', score: '' }));
  const read: [string, string[]][] = [];
  for await (const { scenario, votes } of readCases(streamOf(given))) {
    read.push([scenario.id, votes.map(({ vote }) => vote)]);
  }
  expect(read).toEqual([
    ['case-0', ['a']],
    ['case-1', []],
    ['case-2', []],
  ]);
});
