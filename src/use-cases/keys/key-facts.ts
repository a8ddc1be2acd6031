import type { Key } from '../../contract/keys/key.ts';
import type { RecordFacts } from '../records/narrow/record-facts.ts';

/** What a list of keys is searched and sorted by. */
export const KEY_FACTS: RecordFacts<Key> = {
  createdAt: ({ created_at }) => created_at,
  names: ({ name, prefix }) => [name, prefix],
  fields: {
    created: ({ created_at }) => created_at,
    name: ({ name }) => name,
    role: ({ role }) => role,
    used: ({ last_used_at }) => last_used_at ?? null,
    expires: ({ expires_at }) => expires_at,
  },
};

/** Fields that keys can be sorted by. */
export const KEY_FIELDS = Object.keys(KEY_FACTS.fields);
