export interface HashSample {
  /** Name of the programming language. */
  language: string;
  code: (agentId: string) => string;
}

const note = (agentId: string): string =>
  `IDENTITY_SECRET is the identity secret of agent ${agentId}. Keep it on your server.`;

/** Each creates a `user_hash` of version 2 that is valid for one hour. docs/channels.md contains the same code. */
export const userHashSamples: readonly HashSample[] = [
  {
    language: 'Node.js',
    code: (agentId) => `// ${note(agentId)}
import { createHmac } from 'node:crypto';

export const userHash = (userId, anonymousId = '') => {
  const expires = Math.floor(Date.now() / 1000) + 3600;
  const mac = createHmac('sha512', process.env.IDENTITY_SECRET)
    .update(\`\${expires}\\n\${anonymousId}\\n\${userId}\`)
    .digest('hex');
  return ['v2', expires, ...(anonymousId ? [anonymousId] : []), mac].join('.');
};`,
  },
  {
    language: 'Python',
    code: (agentId) => `# ${note(agentId)}
import hashlib, hmac, os, time

def user_hash(user_id: str, anonymous_id: str = "") -> str:
    expires = int(time.time()) + 3600
    message = f"{expires}\\n{anonymous_id}\\n{user_id}".encode()
    mac = hmac.new(os.environ["IDENTITY_SECRET"].encode(), message, hashlib.sha512).hexdigest()
    return ".".join(["v2", str(expires), *([anonymous_id] if anonymous_id else []), mac])`,
  },
  {
    language: 'PHP',
    code: (agentId) => `<?php
// ${note(agentId)}
function user_hash(string $userId, string $anonymousId = ''): string {
    $expires = time() + 3600;
    $mac = hash_hmac('sha512', "$expires\\n$anonymousId\\n$userId", getenv('IDENTITY_SECRET'));
    $parts = $anonymousId === '' ? ['v2', $expires, $mac] : ['v2', $expires, $anonymousId, $mac];
    return implode('.', $parts);
}`,
  },
  {
    language: 'Ruby',
    code: (agentId) => `# ${note(agentId)}
require 'openssl'

def user_hash(user_id, anonymous_id = '')
  expires = Time.now.to_i + 3600
  message = "#{expires}\\n#{anonymous_id}\\n#{user_id}"
  mac = OpenSSL::HMAC.hexdigest('SHA512', ENV.fetch('IDENTITY_SECRET'), message)
  ['v2', expires, *(anonymous_id.empty? ? [] : [anonymous_id]), mac].join('.')
end`,
  },
];
