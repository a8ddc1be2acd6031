import { expect, test } from 'vitest';
import { answerJson, StoredJson, writeRecord } from '../../../../src/service/store/stored-json.ts';

const LONG = { text: 'x'.repeat(100_000) };

test('long JSON of the database is answered as it is stored, whoever writes it', () => {
  const stored = answerJson<typeof LONG>(`{ "text":${JSON.stringify(LONG.text)}}`);
  expect(stored).toBeInstanceOf(StoredJson);
  const record = { id: 'a', missing: undefined, outputs: stored, note: '' };
  const parts = writeRecord(record);
  // Not joined to a copy.
  expect(parts).toContain((stored as unknown as StoredJson).text);
  for (const written of [parts.join(''), JSON.stringify(record)]) {
    expect(JSON.parse(written)).toEqual({ id: 'a', outputs: LONG, note: '' });
  }
});

test('short JSON is parsed, and a record without stored JSON is written at once', () => {
  const record = { outputs: answerJson('[1]'), missing: undefined };
  expect(record.outputs).toEqual([1]);
  expect(writeRecord(record)).toEqual(['{"outputs":[1]}']);
  expect(writeRecord(null)).toEqual(['null']);
});
