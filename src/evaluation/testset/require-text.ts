import { testsetError } from './testset-reader.ts';

/** First bytes of formats that are not text, and what to do with a file of one. */
const FORMATS: readonly { readonly begins: readonly number[]; readonly message: string }[] = [
  { begins: [0xff, 0xfe], message: 'The file is UTF-16; save it as UTF-8.' },
  { begins: [0xfe, 0xff], message: 'The file is UTF-16; save it as UTF-8.' },
  { begins: [0x1f, 0x8b], message: 'The file is compressed by gzip; decompress it first.' },
  { begins: [0x28, 0xb5, 0x2f, 0xfd], message: 'The file is compressed by zstd; decompress it first.' },
  { begins: [0xd0, 0xcf, 0x11, 0xe0], message: 'The file is an old Excel workbook (.xls); save it as csv.' },
  { begins: [0x50, 0x41, 0x52, 0x31], message: 'The file is Parquet; write it as csv or jsonl.' },
  { begins: [0x25, 0x50, 0x44, 0x46], message: 'The file is a PDF, not a table.' },
];

const ZIP = [0x50, 0x4b];

/** Parts by which the zip archives of spreadsheets differ; the names of files in an archive are not compressed. */
const ARCHIVES: readonly (readonly [part: string, message: string])[] = [
  ['opendocument.spreadsheet', 'The file is an OpenDocument spreadsheet (.ods); save it as csv.'],
  ['xl/', 'The file is an Excel workbook (.xlsx); save it as csv.'],
  ['[Content_Types].xml', 'The file is an Office document; save the table as csv.'],
];

/** Refuses a file that is known not to be UTF-8 text. @param bytes - its first ones @throws {WF_TESTSET_INVALID} */
export function requireText(name: string, bytes: Uint8Array): void {
  const message = describeFormat(name, bytes);
  if (message !== null) throw testsetError({ name }, message);
}

function describeFormat(name: string, bytes: Uint8Array): string | null {
  const begins = (wanted: readonly number[]) => wanted.every((byte, index) => bytes[index] === byte);
  if (!begins(ZIP)) return FORMATS.find((format) => begins(format.begins))?.message ?? utf16WithoutMark(bytes);
  const text = Buffer.from(bytes).toString('latin1');
  // A workbook's own parts may come after the first bytes.
  const isWorkbook = text.includes('[Content_Types].xml') && /\.xlsx$/i.test(name);
  const found = ARCHIVES.find(([part]) => text.includes(part) || (part === 'xl/' && isWorkbook));
  return found?.[1] ?? 'The file is a zip archive; unpack it first.';
}

/** In UTF-16, every second byte of a Latin text is 0. */
function utf16WithoutMark(bytes: Uint8Array): string | null {
  const isWide = bytes.length > 3 && [0, 1].some((odd) => bytes[odd] === 0 && bytes[odd + 2] === 0);
  return isWide ? 'The file is UTF-16; save it as UTF-8.' : null;
}
