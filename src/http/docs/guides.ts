/** Guides at /docs/guides/<name>. `npm run build` renders the files, which the installation need not contain. */
export const guides = [
  { name: 'streaming', title: 'Streaming and resume', file: 'docs/guides/streaming.md' },
  { name: 'idempotency', title: 'Safe retries', file: 'docs/guides/idempotency.md' },
  { name: 'files', title: 'Files', file: 'docs/guides/files.md' },
  { name: 'identity', title: 'Users and identity', file: 'docs/guides/identity.md' },
  { name: 'webhooks', title: 'Webhooks, signatures and events', file: 'docs/webhooks.md' },
  { name: 'handoff', title: 'Handoff to people', file: 'docs/guides/handoff.md' },
] as const;
