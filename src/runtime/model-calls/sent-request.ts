import { type AgentSettings, secretHolders } from '../../agents/index.ts';
import { redact } from '../../lib/redact.ts';
import type { Model, ModelMessage, ModelPart, ModelRequest } from '../../models/index.ts';
import type { SentRequest, TraceStep } from '../../rounds/index.ts';

/** Characters of all requests that the trace of one round stores. */
export const maxSentCharacters = 400_000;

const partOf = (part: ModelPart) =>
  part.type === 'text'
    ? part
    : { type: part.type, name: part.name, mediaType: part.mediaType, bytes: part.bytes.byteLength };

/** Files are named with their size, because their bytes would fill the trace. */
const messageOf = (message: ModelMessage) =>
  message.role === 'user' ? { ...message, parts: message.parts.map(partOf) } : message;

/** A copy of JSON data with `change` applied to every text in it. */
const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
  return value;
};

const usedBy = (steps: readonly TraceStep[]): number =>
  steps.reduce((sum, { detail }) => sum + ((detail?.request as SentRequest | undefined)?.characters ?? 0), 0);

interface SentRequestInput {
  model: Model;
  request: ModelRequest;
  settings: AgentSettings;
  /** Earlier steps of the round, whose requests count for the limit. */
  steps: readonly TraceStep[];
}

/**
 * What a model was sent, for the trace of a test chat. Secrets of the agent are masked, because a tool may return the
 * key that it was called with. Text above the limit of the round is cut.
 */
export const sentRequest = ({ model, request, settings, steps }: SentRequestInput): SentRequest => {
  const secrets = secretHolders(settings).flatMap((holder) => holder.secrets.map((secret) => secret.get()));
  let leftCharacters = Math.max(0, maxSentCharacters - usedBy(steps));
  let characters = 0;
  let isCut = false;
  const store = (text: string): string => {
    const masked = redact(text, secrets);
    const kept = masked.slice(0, leftCharacters);
    leftCharacters -= kept.length;
    characters += kept.length;
    if (kept.length < masked.length) isCut = true;
    return kept;
  };
  const { messages, tools, temperature, maxOutputTokens, reasoning, grounding } = request;
  const content = mapTexts(
    {
      messages: messages.map(messageOf),
      tools,
      // The embedded model reads passages instead of the prompt.
      ...(model.isExtractive && grounding ? { passages: grounding.passages } : {}),
      temperature,
      maxOutputTokens,
      reasoning,
    },
    store,
  ) as Omit<SentRequest, 'characters' | 'isCut'>;
  return { ...content, characters, isCut };
};
