import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { type Agent, type ShownImages, translated } from '../../agents/index.ts';
import { allowedOriginsOf, isSwitchedOn, type Visitor } from '../../channels/index.ts';
import type { KindReader } from '../../runtime/index.ts';
import { firstAccepted } from '../request/accept-language.ts';
import { type Route, route } from '../route.ts';
import { channelPath, type EmbedRouteDependencies } from './embed-dependencies.ts';
import { type Features, PageAnswers, type Session, SessionRequest } from './page-schemas.ts';
import { agentOf, channelOff } from './visitor-call.ts';

const showVisitor = ({ userId, anonymousId, identity, email }: Visitor): Session['visitor'] => ({
  user_id: identity === 'anonymous' ? null : userId,
  anonymous_id: anonymousId,
  proven: identity === 'proven',
  email: email === '' ? null : email,
});

/** Languages that the page reports, otherwise those that the browser requests. */
const languagesOf = ({
  body,
  headers,
}: FastifyRequest<{ Body: Static<typeof SessionRequest> }>): string[] => {
  if (body.languages && body.languages.length > 0) return body.languages;
  return body.locale ? [body.locale] : firstAccepted(headers['accept-language']);
};

/** null: no disclosure. Empty: the page shows its built-in text. */
const disclosureOf = (
  { settings: { channels, translations } }: Agent,
  languages: string[],
): string | null => {
  if (!channels.aiDisclosure) return null;
  return translated(translations, 'aiDisclosureText', languages) ?? channels.aiDisclosureText;
};

/** A page gets only the texts of its language. */
const showAgent = (
  agent: Agent,
  { languages, channel }: Visitor,
  { logo, avatar }: ShownImages,
): Session['agent'] => {
  const { id, name, settings } = agent;
  const { channels, translations } = settings;
  return {
    id,
    name,
    greeting: translated(translations, 'greeting', languages) ?? channels.greeting,
    suggestions: translated(translations, 'suggestions', languages) ?? channels.suggestions,
    colors: { primary: channels.colors.primary, on_primary: channels.colors.onPrimary },
    ai_disclosure: disclosureOf(agent, languages),
    logo: logo && { url: logo.path, alt: channels.logoAlt },
    avatar: avatar?.path ?? null,
    ...(channel === 'AI_SEARCH' ? { search_placeholder: channels.search.placeholder } : {}),
  };
};

/** Identifies the visitor and returns the settings of the page. */
export const createSessionRoutes = (deps: EmbedRouteDependencies): Route[] => {
  const { agentImages, channels, handoff, runtime, speechCalls, limit } = deps;

  /** Recognition that does not support the visitor's language would invent a text. */
  const voiceOf = (reader: KindReader, { languages }: Visitor): Features['voice'] => {
    if (reader === 'model') return 'file';
    return reader === 'service' && speechCalls.understands(languages) ? 'text' : 'none';
  };

  const features = async (agent: Agent, visitor: Visitor): Promise<Features> => {
    const { recognition, output } = agent.settings;
    const { filesPerMessage, messageMb, imageHosts } = agent.settings.channels;
    const { channel, userId, identity } = visitor;
    const kinds = await runtime.acceptedKinds(agent);
    const canHandOff = handoff.isPossible(agent, { mode: 'streaming', channel });
    const user = { channel, userId, isClaimed: identity === 'claimed' };
    return {
      images: kinds.image !== null && filesPerMessage > 0,
      documents: kinds.document !== null && filesPerMessage > 0,
      audio_in: kinds.audio !== null && filesPerMessage > 0,
      voice: filesPerMessage > 0 ? voiceOf(kinds.audio, visitor) : 'none',
      audio_out: output.audio,
      handoff: canHandOff,
      handoff_open: canHandOff && handoff.isOpen(agent),
      handoff_needs_email: canHandOff && visitor.email === '' && (await handoff.needsEmail(agent, user)),
      max_files: filesPerMessage,
      max_message_mb: messageMb,
      max_image_mb: Math.min(recognition.maxImageMb, messageMb),
      max_document_mb: Math.min(recognition.maxDocumentMb, messageMb),
      max_audio_mb: Math.min(recognition.maxAudioMb, messageMb),
      image_hosts: imageHosts,
    };
  };

  const currentOf = async (visitor: Visitor) => {
    const current = await channels.conversations.current(visitor);
    if (!current) return null;
    return { conversation_id: current.id, status: await channels.conversations.status(current.id) };
  };

  return [
    route({
      method: 'POST',
      url: `${channelPath}/session`,
      visitor: 'new',
      onRequest: [limit.session],
      schema: { hide: true, body: SessionRequest, response: { 200: PageAnswers.session } },
      handler: async (request) => {
        const agent = agentOf(request);
        const { body } = request;
        if (!isSwitchedOn(agent, body.channel)) throw channelOff(body.channel);
        const { browserSecret, token, frameGrant, visitor, identityProblem } =
          await channels.visitorAccess.open(agent, {
            channel: body.channel,
            browserSecret: body.browser_secret ?? undefined,
            // Sites without a user send an empty parameter instead of omitting it.
            userId: body.user_id || undefined,
            userHash: body.user_hash || undefined,
            email: body.email || undefined,
            mergeGuest: body.merge_guest ?? false,
            frameGrant: body.frame_grant || undefined,
            admitNew: () => limit.newVisitor(request),
            languages: languagesOf(request),
          });
        return {
          browser_secret: browserSecret,
          token,
          frame_grant: frameGrant ?? null,
          visitor: showVisitor(visitor),
          identity_problem: identityProblem ?? null,
          agent: showAgent(agent, visitor, await agentImages.find(agent.id)),
          features: await features(agent, visitor),
          allowed_origins: allowedOriginsOf(agent),
          conversation: await currentOf(visitor),
        };
      },
    }),
  ];
};
