/** Shorter values could occur by chance in any text. */
const minLength = 8;
const replacement = '[secret]';

/** Forms that a receiver may echo: the value, without its scheme, as base64 and URL-encoded. */
const formsOf = (secret: string): string[] => {
  const [, credentials] = /^(?:Bearer|Basic|Token)\s+(\S+)$/i.exec(secret) ?? [];
  const bare = credentials ?? secret;
  return [secret, bare, Buffer.from(bare).toString('base64'), encodeURIComponent(bare)];
};

/** Text of another server without the secrets that were sent to it: servers often echo what they received. */
export const redact = (text: string, secrets: readonly (string | undefined)[]): string => {
  const forms = secrets
    .filter((secret) => secret !== undefined)
    .flatMap(formsOf)
    .filter((form) => form.length >= minLength)
    .sort((one, other) => other.length - one.length);
  return forms.reduce((left, form) => left.replaceAll(form, replacement), text);
};

/** Headers without secrets, whose values are ordinary words of a response. */
const ordinaryHeaders = /^(accept(-.*)?|content-type|user-agent|cache-control|prefer)$/i;

export const secretHeaderValues = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers)
    .filter(([name]) => !ordinaryHeaders.test(name))
    .map(([, value]) => value.trim());
