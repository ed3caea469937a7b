import { languageCandidates } from '../../../lib/language/language-tags.ts';
import type { FileKind } from '../connector.ts';

/** A message as an automation tool posts it, with its ids filled in. */
export interface AutomationMessage {
  messageId: string;
  chatId: string | null;
  text: string;
  user: { id: string; name?: string; language?: string; phone?: string; email?: string };
  files: { url: string; name?: string; kind: FileKind }[];
}

const longestText = 100_000;
const longestId = 128;
const longestAttribute = 200;
const longestUrl = 2048;
const mostFiles = 9;

/** Names the field and the rule that it breaks. */
export class AutomationMessageError extends Error {
  override readonly name = 'AutomationMessageError';
}

const fail = (problem: string): never => {
  throw new AutomationMessageError(problem);
};

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not occur in an id
const controls = /[\u0000-\u001f\u007f]/;

export const checkedId = (value: unknown, field: string): string => {
  if (typeof value !== 'string' && !Number.isSafeInteger(value)) return fail(`${field} must be a text`);
  const id = String(value);
  if (id === '' || id.length > longestId || controls.test(id) || !id.isWellFormed())
    return fail(`${field} must have 1 to ${longestId} characters, without control characters`);
  return id;
};

const attribute = (user: Fields, name: string): string | undefined => {
  const value = user[name];
  // Automation tools send empty fields for missing values.
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > longestAttribute)
    return fail(`user.${name} must be a text of at most ${longestAttribute} characters`);
  return value;
};

const readUser = (value: unknown): AutomationMessage['user'] => {
  if (!isObject(value)) return fail('user must be an object with the field id');
  const language = attribute(value, 'language');
  if (language !== undefined && languageCandidates(language).length === 0)
    return fail('user.language must be a language tag, such as en or zh-Hans');
  const email = attribute(value, 'email');
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email))
    return fail('user.email must be an e-mail address');
  const known = { name: attribute(value, 'name'), language, phone: attribute(value, 'phone'), email };
  return {
    id: checkedId(value.id, 'user.id'),
    ...(Object.fromEntries(Object.entries(known).filter(([, given]) => given !== undefined)) as object),
  };
};

const kinds: readonly FileKind[] = ['image', 'audio', 'document'];

const readFile = (value: unknown, index: number): AutomationMessage['files'][number] => {
  const field = `files[${index}]`;
  if (!isObject(value)) return fail(`${field} must be an object with the field url`);
  const { url, name, kind = 'document' } = value;
  if (typeof url !== 'string' || url.length > longestUrl || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    return fail(`${field}.url must be an http or https URL of at most ${longestUrl} characters`);
  if (name !== undefined && (typeof name !== 'string' || name.length > longestAttribute))
    return fail(`${field}.name must be a text of at most ${longestAttribute} characters`);
  if (!kinds.includes(kind as FileKind)) return fail(`${field}.kind must be ${kinds.join(', ')}`);
  return { url, kind: kind as FileKind, ...(name ? { name: name.replaceAll('\0', '') } : {}) };
};

const readFiles = (value: unknown): AutomationMessage['files'] => {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > mostFiles)
    return fail(`files must be a list of at most ${mostFiles} files`);
  return value.map(readFile);
};

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return fail('The body must be JSON');
  }
};

/** Throws an AutomationMessageError. `newId` is used if the tool gives the message no id. */
export const readAutomationMessage = (body: Buffer, newId: () => string): AutomationMessage => {
  const given = parse(body);
  if (!isObject(given)) return fail('The body must be a JSON object');
  const { text = '', chat_id: chatId, message_id: messageId } = given;
  if (typeof text !== 'string' || text.length > longestText)
    return fail(`text must be a text of at most ${longestText} characters`);
  const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';
  const message = {
    messageId: isMissing(messageId) ? newId() : checkedId(messageId, 'message_id'),
    chatId: isMissing(chatId) ? null : checkedId(chatId, 'chat_id'),
    text: text.trim(),
    user: readUser(given.user),
    files: readFiles(given.files),
  };
  if (message.text === '' && message.files.length === 0) return fail('text or files is required');
  return message;
};
