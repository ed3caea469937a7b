import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** The few kinds of CBOR values that WebAuthn needs. */
const cborHead = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);

const cbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const items = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as never)]);
  return Buffer.concat([cborHead(5, value.size), ...items]);
};

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const flags = { present: 1, verified: 4, attested: 64 };

interface AnswerOptions {
  origin: string;
  /** False: user presence without user verification. */
  isVerified?: boolean;
  /** Replaces the next counter. */
  counter?: number;
  userHandle?: string;
}

/** A passkey in memory that answers like a browser, and can also answer incorrectly. */
export const createAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const authenticatorData = (rpId: string, flag: number, count: number, rest = Buffer.alloc(0)): Buffer => {
    const counted = Buffer.alloc(5);
    counted[0] = flag;
    counted.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(rpId), counted, rest]);
  };
  const flagsOf = ({ isVerified = true }: AnswerOptions): number =>
    flags.present | (isVerified ? flags.verified : 0);

  return {
    id,
    /** The response to registration options. */
    register: (options: { challenge: string; rp: { id: string } }, answer: AnswerOptions) => {
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, credentialId.length]),
        credentialId,
        key,
      ]);
      const authData = authenticatorData(options.rp.id, flagsOf(answer) | flags.attested, counter, attested);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, answer.origin).toString(
            'base64url',
          ),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** The response to sign-in options. */
    answer: (options: { challenge: string; rpId: string }, answer: AnswerOptions) => {
      counter = answer.counter ?? counter + 1;
      const data = authenticatorData(options.rpId, flagsOf(answer), counter);
      const client = clientData('webauthn.get', options.challenge, answer.origin);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          ...(answer.userHandle === undefined ? {} : { userHandle: answer.userHandle }),
        },
      };
    },
  };
};
