import { answer } from '../lib/answer.ts';

export default async function Page() {
  return <p>{await answer('Who?')}</p>;
}
