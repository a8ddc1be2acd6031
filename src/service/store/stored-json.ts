import { isRecord } from '../../foundation/record.ts';
import { fromJson } from './schema.ts';

/** JSON as the database has it, which an answer repeats: to parse and to write megabytes would hold the loop up. */
export class StoredJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** For those who write the record in another way than `writeRecord`. */
  toJSON(): unknown {
    return fromJson(this.text);
  }
}

/** In characters: less is parsed in a millisecond. */
const LONG = 64 * 1024;

/** As `fromJson`, for a record that is only answered: long JSON stays as it is. */
export const answerJson: typeof fromJson = (text) =>
  // Whoever reads the answer finds the type.
  text.length > LONG ? (new StoredJson(text) as never) : fromJson(text);

/** Writes a record, whose fields may be stored JSON, as JSON. @returns its parts: joined, long ones would be copied */
export function writeRecord(record: unknown): string[] {
  if (!isRecord(record) || !Object.values(record).some((value) => value instanceof StoredJson)) {
    return [JSON.stringify(record)];
  }
  const fields = Object.entries(record).filter(([, value]) => value !== undefined);
  const parts = fields.flatMap(([name, value], index) => [
    `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    value instanceof StoredJson ? value.text : JSON.stringify(value),
  ]);
  return [...parts, '}'];
}
