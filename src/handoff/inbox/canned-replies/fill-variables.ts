import { AppError } from '../../../lib/errors.ts';

/** Variables of canned replies. */
export const replyVariables = [
  'user.name',
  'user.email',
  'user.id',
  'agent.name',
  'operator.name',
  'conversation.id',
] as const;

export type ReplyVariable = (typeof replyVariables)[number];
export type VariableValues = Record<ReplyVariable, string>;

/** `{{user.name}}`, or with a text for users without a name: `{{user.name|customer}}`. */
const placeholder = /\{\{([^{}]{0,200})\}\}/g;

const isVariable = (name: string): name is ReplyVariable =>
  (replyVariables as readonly string[]).includes(name);

const readPlaceholder = (content: string): { name: string; fallback: string | undefined } => {
  const bar = content.indexOf('|');
  return bar === -1
    ? { name: content.trim(), fallback: undefined }
    : { name: content.slice(0, bar).trim(), fallback: content.slice(bar + 1).trim() };
};

/** Rejects a text with a variable that does not exist, because it would be sent to users as it is. */
export const requireKnownVariables = (text: string): void => {
  for (const [, content = ''] of text.matchAll(placeholder)) {
    const { name } = readPlaceholder(content);
    if (!isVariable(name))
      throw new AppError(
        'invalidParameter',
        `text: there is no variable "${name}". Variables: ${replyVariables.join(', ')}`,
      );
  }
};

/** Fills in the values. Placeholders without a value stay in the text, and `missing` names them. */
export const fillVariables = (text: string, values: VariableValues): { text: string; missing: string[] } => {
  const missing = new Set<string>();
  const filled = text.replaceAll(placeholder, (whole, content: string) => {
    const { name, fallback } = readPlaceholder(content);
    const value = (isVariable(name) ? values[name] : '') || fallback;
    if (value) return value;
    missing.add(name);
    return whole;
  });
  return { text: filled, missing: [...missing] };
};
