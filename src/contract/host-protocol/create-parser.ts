import type * as z from 'zod/mini';
import { InvalidMessage } from './invalid-message.ts';
import { parseJson } from '../validation/parse-json.ts';

/**
 * Creates a function that parses one line of the channel.
 *
 * @param schema - schema of the other side's messages
 * @throws {InvalidMessage} from that function, when the line is not such a message
 */
export function createParser<Schema extends z.ZodMiniType>(schema: Schema): (line: string) => z.infer<Schema> {
  return (line) => {
    const parsed = schema.safeParse(readJson(line));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new InvalidMessage(`${issue?.path.join('.') || 'the message'}: ${issue?.code ?? 'invalid'}`);
  };
}

function readJson(line: string): unknown {
  const message = parseJson(line);
  if (message === undefined) throw new InvalidMessage('a message that is not JSON');
  return message;
}
