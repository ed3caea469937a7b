/** Shorter values would be found by chance in any text. */
const minLength = 8;
const replacement = '[secret]';

/** As a receiver may echo it: the value, what follows its scheme, and the plain form of a Basic token. */
const formsOf = (secret: string): string[] => {
  const [, credentials] = /^(?:Bearer|Basic|Token)\s+(\S+)$/i.exec(secret) ?? [];
  const bare = credentials ?? secret;
  return [secret, bare, Buffer.from(bare).toString('base64'), encodeURIComponent(bare)];
};

/** Text from another server without the secrets that were sent to it: servers like to echo what they received. */
export const redact = (text: string, secrets: readonly (string | undefined)[]): string => {
  const forms = secrets
    .filter((secret) => secret !== undefined)
    .flatMap(formsOf)
    .filter((form) => form.length >= minLength)
    .sort((one, other) => other.length - one.length);
  return forms.reduce((left, form) => left.replaceAll(form, replacement), text);
};

/** Headers that hold no secret, and whose values are ordinary words of an answer. */
const ordinaryHeaders = /^(accept(-.*)?|content-type|user-agent|cache-control|prefer)$/i;

export const secretHeaderValues = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => !ordinaryHeaders.test(name))
    .map(([, value]) => value.trim());
