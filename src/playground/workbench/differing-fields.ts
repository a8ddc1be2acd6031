import type { Parameters } from '../../contract/variants/variant.ts';
import type { Field } from '../fields/field.ts';

/** Finds the fields in which configurations differ from the first one. */
export function differingFields(fields: readonly Field[], configs: readonly Parameters[]): readonly Field[] {
  const [first = {}, ...others] = configs;
  return fields.filter(({ name }) => {
    const text = JSON.stringify(first[name]);
    return others.some((config) => JSON.stringify(config[name]) !== text);
  });
}
