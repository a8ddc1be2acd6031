/** The kinds of settings of evaluators. @source facts §2.6 */
export const SETTING_TYPES = [
  'string',
  'number',
  'boolean',
  'regex',
  'code',
  'messages',
  'multiple_choice',
  'hidden',
] as const;
