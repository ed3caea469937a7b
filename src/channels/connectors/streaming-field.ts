import type { ConnectorField } from './connector.ts';

/** The switch of drafts. Each connector with drafts has it. */
export const streamingField: ConnectorField = {
  name: 'streaming',
  isSecret: false,
  maxLength: 3,
  pattern: /on|off/,
  rule: 'on or off',
  isOptional: true,
};
