/** A minimal evaluation: reads cases, calls a function, compares, stores. `bare-evaluation CASES DATABASE` */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

interface Case {
  readonly text: string;
  readonly correct_answer: string;
}

const BATCH = 256;

const [, , file = '', databaseFile = ''] = process.argv;
const database = new DatabaseSync(databaseFile);
database.exec('pragma journal_mode = wal; pragma synchronous = full');
database.exec('create table outcomes (position integer primary key, output text, result text)');
const insert = database.prepare('insert into outcomes values (?, ?, ?)');

async function echo({ text }: Case): Promise<string> {
  await Promise.resolve();
  return text;
}

const lines = readFileSync(file, 'utf8').split('\n');
for (let start = 0; start < lines.length; start += BATCH) {
  database.exec('begin immediate');
  for (const [index, line] of lines.slice(start, start + BATCH).entries()) {
    // Written by the bench.
    const row = JSON.parse(line) as Case;
    const output = await echo(row);
    insert.run(start + index, JSON.stringify(output), JSON.stringify(output === row.correct_answer));
  }
  database.exec('commit');
}
database.close();
