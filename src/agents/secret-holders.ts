import type { AgentSettings } from './agent-settings.ts';

/** One secret of an agent's settings, which can be read and replaced. */
export interface Secret {
  path: string;
  get(): string;
  set(value: string): void;
}

/** A part of the settings that has secrets, and where they are sent. */
export interface SecretHolder {
  path: string;
  /** Origin of the URL. Secrets of one origin are not sent to another. */
  destination: string;
  secrets: Secret[];
}

type Fields = Record<string, unknown>;

const originOf = (url: unknown): string => (typeof url === 'string' ? (URL.parse(url)?.origin ?? url) : '');

const field = (path: string, fields: unknown, name: string): Secret[] => {
  const holder = (fields ?? {}) as Fields;
  if (typeof holder[name] !== 'string') return [];
  return [
    {
      path: `${path}.${name}`,
      get: () => holder[name] as string,
      set: (value) => {
        holder[name] = value;
      },
    },
  ];
};

const everyField = (path: string, fields: unknown): Secret[] =>
  // Settings are read before they are validated, so anything may be here.
  fields !== null && typeof fields === 'object'
    ? Object.keys(fields).flatMap((name) => field(path, fields, name))
    : [];

const everyItem = (path: string, list: string[]): Secret[] =>
  list.map((_, index) => ({
    path,
    get: () => list[index]!,
    set: (value) => {
      list[index] = value;
    },
  }));

const ofModel = (path: string, model: AgentSettings['model']): SecretHolder[] => {
  if (model === null) return [];
  const { provider, baseUrl, headers } = model as Fields;
  return [
    {
      path,
      destination: `${provider} ${originOf(baseUrl)}`,
      secrets: [...field(path, model, 'apiKey'), ...everyField(`${path}.headers`, headers)],
    },
  ];
};

/** Tools are identified by name, so that a reordered list keeps its secrets. */
const ofTools = (path: string, tools: { name: string; url: string; headers: object }[]): SecretHolder[] =>
  tools.map(({ name, url, headers }) => ({
    path: `${path}[${name}]`,
    destination: originOf(url),
    secrets: everyField(`${path}[${name}].headers`, headers),
  }));

const ofReceiver = (
  path: string,
  url: string | null,
  { authorization, signingSecrets }: { authorization: object | null; signingSecrets: string[] },
): SecretHolder => ({
  path,
  destination: originOf(url),
  secrets: [
    ...field(`${path}.authorization`, authorization, 'token'),
    ...everyItem(`${path}.signingSecrets`, signingSecrets),
  ],
});

/** All secrets of the settings: they can be written, but are never returned. `settings` must be complete. */
export const secretHolders = (settings: AgentSettings): SecretHolder[] => [
  ...ofModel('model', settings.model),
  ...ofModel('fallbackModel', settings.fallbackModel),
  ...ofTools('tools.http', settings.tools.http),
  ...ofTools('tools.mcp', settings.tools.mcp),
  ofReceiver('webhook', settings.webhook.url, settings.webhook),
  ofReceiver('humanService', settings.humanService.baseUrl, settings.humanService),
  // Not sent anywhere: only used to verify signatures of the site.
  {
    path: 'channels',
    destination: '',
    secrets: [
      ...field('channels', settings.channels, 'identitySecret'),
      ...field('channels.previousIdentitySecret', settings.channels.previousIdentitySecret, 'secret'),
    ],
  },
];
