import { expect } from 'vitest';
import type { EvaluationSummary } from '../../../src/contract/evaluations/evaluation-summary.ts';
import { COMPARED_ROWS, LIST_PAGE_BYTES, LONG_VALUE } from '../../../src/foundation/sizes.ts';
import { answerWith, startEvaluations } from '../start-evaluations.ts';
import { type Probe, refusedBy } from './probe.ts';

/** Limits on what lists answer. */
export const LIST_PROBES = {
  async LIST_PAGE_BYTES({ running, nextName }) {
    const csvdata = Array.from({ length: 3 }, (_, a) => ({ a, text: 'x'.repeat(LIST_PAGE_BYTES.most / 2 - 64) }));
    const made = await running.send('POST', '/testsets', { body: { name: nextName(), csvdata } });
    const { id } = (await made.json()) as { readonly id: string }; // as the endpoint answers
    const first = await running.send('GET', `/testsets/${id}/rows?limit=10`);
    expect(await first.json()).toEqual(csvdata.slice(0, 2));
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await running.send('GET', `/testsets/${id}/rows${next}`);
    expect([await second.json(), second.headers.get('link')]).toEqual([csvdata.slice(2), null]);
    return { by: 'the', words: String(LIST_PAGE_BYTES.most) };
  },
  async LONG_VALUE() {
    const text = 'x'.repeat(LONG_VALUE.most);
    await using evaluations = await startEvaluations({
      answer: ({ body }) => answerWith(`${text}${String(body['text'])}`),
    });
    const { id } = await evaluations.run([{ text: '' }, { text: 'y' }]);
    const { worst } = await evaluations.json<EvaluationSummary>(`/evaluations/${id}/summary`);
    const [whole, cut = ''] = worst.map(({ output }) => String(output));
    expect([whole, cut.length]).toEqual([text, LONG_VALUE.most]);
    return { by: /cut(?=\)$)/.exec(cut)?.[0] ?? '', words: `${cut.length}: ${cut.slice(-40)}` };
  },
  async COMPARED_ROWS() {
    await using evaluations = await startEvaluations({ answer: () => answerWith('x'.repeat(COMPARED_ROWS.most / 2)) });
    const { id } = await evaluations.run([{ text: 'a' }, { text: 'b' }], {}, {});
    const path = `/evaluations/evaluation_scenarios/comparison-results?evaluations_ids=${id}`;
    return await refusedBy(await evaluations.service.send('GET', path));
  },
} satisfies Record<string, Probe>;
