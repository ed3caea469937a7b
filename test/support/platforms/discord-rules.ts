/** An error as Discord reports it. */
export interface DiscordFailure {
  status: number;
  code: number;
  message: string;
  /** With 429. */
  retryAfterSeconds?: number;
}

export const invalidForm = (message: string): DiscordFailure => ({
  status: 400,
  code: 50_035,
  message: `Invalid Form Body: ${message}`,
});

// biome-ignore lint/suspicious/noExplicitAny: bodies of every call
type Body = any;

const messageFields = new Set([
  'content',
  'flags',
  'allowed_mentions',
  'components',
  'nonce',
  'enforce_nonce',
  'attachments',
  'message_reference',
]);
const largestFileBytes = 10 * 2 ** 20;
/** SUPPRESS_EMBEDS, EPHEMERAL, SUPPRESS_NOTIFICATIONS. */
const allowedFlags = 4 | 64 | 4096;

const componentsProblem = (rows: Body): string | undefined => {
  if (!Array.isArray(rows) || rows.length > 5) return 'components: at most 5 rows';
  const ids = new Set<string>();
  for (const { type, components } of rows) {
    if (type !== 1 || !Array.isArray(components) || components.length < 1 || components.length > 5)
      return 'components: a row has 1 to 5 buttons';
    for (const { type: kind, style, label, custom_id } of components) {
      if (kind !== 2 || ![1, 2, 3, 4].includes(style)) return 'components: not a button';
      if (typeof label !== 'string' || label.length < 1 || label.length > 80) return 'label: 1 to 80';
      if (typeof custom_id !== 'string' || custom_id.length < 1 || custom_id.length > 100)
        return 'custom_id: 1 to 100';
      if (ids.has(custom_id)) return 'custom_id: duplicated';
      ids.add(custom_id);
    }
  }
  return undefined;
};

const formProblem = (message: Body, isInteraction: boolean): string | undefined => {
  for (const name of Object.keys(message)) if (!messageFields.has(name)) return `${name}: unknown`;
  const { content, flags = 0, allowed_mentions, components, nonce, enforce_nonce } = message;
  if (content !== undefined && (typeof content !== 'string' || [...content].length > 2000))
    return 'content: must be 2000 or fewer in length';
  if ((flags & ~allowedFlags) !== 0) return 'flags: not allowed';
  if (allowed_mentions !== undefined && !Array.isArray(allowed_mentions.parse)) return 'allowed_mentions';
  if (isInteraction && (nonce !== undefined || enforce_nonce !== undefined)) return 'nonce: unknown';
  if (nonce !== undefined && String(nonce).length > 25) return 'nonce: at most 25';
  return components === undefined ? undefined : componentsProblem(components);
};

/** Why a message is not accepted. */
export const messageProblem = (
  message: Body,
  file: { bytes: Buffer } | undefined,
  { isInteraction, isEdit }: { isInteraction: boolean; isEdit: boolean },
): DiscordFailure | undefined => {
  const form = formProblem(message, isInteraction);
  if (form !== undefined) return invalidForm(form);
  if ((message.content ?? '').trim() === '' && !file && !isEdit)
    return { status: 400, code: 50_006, message: 'Cannot send an empty message' };
  if (file && file.bytes.length > largestFileBytes)
    return { status: 413, code: 40_005, message: 'Request entity too large' };
  if (file && message.attachments?.[0]?.id !== 0) return invalidForm('attachments: id must match files[n]');
  return undefined;
};

const nameProblem = (name: unknown, description: unknown): string | undefined => {
  if (typeof name !== 'string' || !/^[-_'\p{Ll}\p{Lo}\p{N}]{1,32}$/u.test(name)) return `name: ${name}`;
  return typeof description === 'string' && description.length >= 1 && description.length <= 100
    ? undefined
    : `description of ${name}`;
};

const locales = new Set(['zh-CN', 'zh-TW', 'de', 'es-ES', 'fr', 'en-GB', 'en-US']);

const localesProblem = (texts: Record<string, string> = {}): string | undefined =>
  Object.entries(texts).some(([locale, text]) => !locales.has(locale) || text.length < 1 || text.length > 100)
    ? 'description_localizations'
    : undefined;

/** Why the commands of an app are not accepted. */
export const commandsProblem = (commands: Body): DiscordFailure | undefined => {
  if (!Array.isArray(commands) || commands.length > 100) return invalidForm('commands');
  for (const {
    type,
    name,
    description,
    description_localizations,
    options = [],
    contexts = [],
  } of commands) {
    const problem = nameProblem(name, description) ?? localesProblem(description_localizations);
    if (problem !== undefined) return invalidForm(problem);
    if (type !== 1) return invalidForm('type');
    if (contexts.some((context: unknown) => ![0, 1, 2].includes(context as number)))
      return invalidForm('contexts');
    let isOptional = false;
    for (const option of options) {
      const wrong = nameProblem(option.name, option.description);
      if (wrong !== undefined || ![3, 4, 5, 11].includes(option.type)) return invalidForm(wrong ?? 'type');
      if (option.required && isOptional) return invalidForm('required options must be first');
      if (option.max_length > 6000) return invalidForm('max_length');
      isOptional ||= !option.required;
    }
  }
  return undefined;
};
