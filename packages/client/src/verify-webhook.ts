/** The signature of a webhook is missing, wrong or too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type GivenHeaders = Headers | Record<string, string | string[] | undefined>;

const defaultToleranceSeconds = 300;
const secretPrefix = 'whsec_';

const headerOf = (headers: GivenHeaders, name: string): string => {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(found) ? found[0] : found) ?? '';
};

const bytesOfBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

const bytesOfSecret = (secret: string): Uint8Array<ArrayBuffer> =>
  secret.startsWith(secretPrefix)
    ? bytesOfBase64(secret.slice(secretPrefix.length))
    : new TextEncoder().encode(secret);

const isSignedBy = async (
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: string[],
): Promise<boolean> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOfSecret(secret), algorithm, false, ['verify']);
  for (const signature of signatures) {
    try {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, bytesOfBase64(signature), signed)) return true;
    } catch {
      // Not base64.
    }
  }
  return false;
};

/**
 * Checks that the service sent a webhook, and returns its body. Pass the body exactly as it was received: parsing and
 * writing it again changes it.
 * @param secret one signing secret, or several while a receiver changes its secret
 */
export const verifyWebhook = async <Body = unknown>(
  headers: GivenHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = defaultToleranceSeconds }: { toleranceSeconds?: number } = {},
): Promise<Body> => {
  const [id, timestamp] = [headerOf(headers, 'webhook-id'), headerOf(headers, 'webhook-timestamp')];
  const signatures = headerOf(headers, 'webhook-signature')
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => one.slice(3));
  if (id === '' || !/^\d{1,12}$/.test(timestamp) || signatures.length === 0)
    throw new WebhookVerificationError('webhook-id, webhook-timestamp or webhook-signature is missing');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError(
      `webhook-timestamp differs by more than ${toleranceSeconds} s from now`,
    );
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const one of typeof secret === 'string' ? [secret] : secret)
    if (await isSignedBy(one, signed, signatures)) return JSON.parse(text) as Body;
  throw new WebhookVerificationError('No signature matches');
};
