import { type Static, Type } from 'typebox';
import { pageChannels } from '../../channels/page-channels.ts';
import { feedbackReasons, maxCommentLength } from '../../feedback/feedback-reasons.ts';
import { maxPageTitleLength, maxPageUrlLength } from '../../handoff/page-limits.ts';
import { maxRatingCommentLength } from '../../handoff/rating-limits.ts';
import { describedBy, Maybe, oneOf, RequiredText } from '../schema.ts';

/**
 * Requests and responses between a page (share link, iframe, widgets) and the service. The chat uses its types,
 * so this file and its imports use nothing of Node.
 */

/** As in a message of the developer API. */
export const maxFiles = 9;

const Nullable = Type.Union([Type.String(), Type.Null()]);

export const Channel = oneOf(pageChannels);
export type Channel = Static<typeof Channel>;

export const HandoffStatus = oneOf(['agent', 'email', 'waiting', 'message', 'human']);
export type HandoffStatus = Static<typeof HandoffStatus>;

export const Rating = oneOf(['GOOD', 'BAD', 'NONE']);
export type Rating = Static<typeof Rating>;

export const FeedbackReason = oneOf(feedbackReasons);
export type FeedbackReason = Static<typeof FeedbackReason>;

export const GivenRating = Type.Object({
  rating: Rating,
  reason: Maybe(FeedbackReason),
  comment: Maybe(Type.String({ description: `At most ${maxCommentLength} characters` })),
});
export type GivenRating = Static<typeof GivenRating>;

export const PageEvent = oneOf(['page_opened', 'widget_opened', 'widget_closed']);
export type PageEvent = Static<typeof PageEvent>;

export const SessionRequest = Type.Object({
  channel: Channel,
  browser_secret: Maybe(Type.String({ maxLength: 200 })),
  user_id: Maybe(Type.String({ maxLength: 400 })),
  user_hash: Maybe(Type.String({ maxLength: 300 })),
  merge_guest: Maybe(Type.Boolean()),
  frame_grant: Maybe(Type.String({ maxLength: 600 })),
  email: Maybe(Type.String({ maxLength: 254 })),
  /** Most preferred first. Invalid tags are ignored, because no page may fail to open because of them. */
  languages: Maybe(Type.Array(Type.String(), { maxItems: 100 })),
  /** Earlier versions of the page send this instead of `languages`. */
  locale: Maybe(Type.String()),
});
export type SessionRequest = Static<typeof SessionRequest>;

const Features = Type.Object({
  images: Type.Boolean(),
  documents: Type.Boolean(),
  audio_in: Type.Boolean(),
  voice: oneOf(
    ['none', 'text', 'file'],
    'What a recording of the microphone becomes: text that the visitor can correct, a file for a model that accepts audio, or nothing: the microphone is not offered',
  ),
  audio_out: Type.Boolean(),
  handoff: Type.Boolean(),
  handoff_open: Type.Boolean({ description: 'false: outside the opening hours, so a message can be left' }),
  handoff_needs_email: Type.Boolean(),
  max_files: Type.Integer(),
  max_message_mb: Type.Number({ description: 'All files of a message together' }),
  max_image_mb: Type.Number(),
  max_document_mb: Type.Number(),
  max_audio_mb: Type.Number(),
  image_hosts: Type.Array(Type.String()),
});
export type Features = Static<typeof Features>;

const CurrentConversation = Type.Object({ conversation_id: Type.String(), status: HandoffStatus });

const Session = Type.Object({
  browser_secret: Type.String(),
  token: Type.String(),
  frame_grant: Nullable,
  visitor: Type.Object({
    user_id: Nullable,
    anonymous_id: Nullable,
    proven: Type.Boolean(),
    email: Nullable,
  }),
  /** Why the given user_hash does not verify the user. For the developer of the site. */
  identity_problem: Nullable,
  agent: Type.Object({
    id: Type.String(),
    name: Type.String(),
    greeting: Type.String(),
    suggestions: Type.Array(Type.String()),
    colors: Type.Object({ primary: Nullable, on_primary: Nullable }),
    ai_disclosure: Type.Union([Type.String(), Type.Null()], {
      description: 'null: no disclosure. Empty: the built-in text of the page',
    }),
    logo: Type.Union([Type.Object({ url: Type.String(), alt: Type.String() }), Type.Null()]),
    avatar: Nullable,
    search_placeholder: Type.Optional(
      Type.String({ description: 'Only of a search. Empty: the built-in text of the page' }),
    ),
  }),
  features: Features,
  allowed_origins: Type.Array(Type.String()),
  conversation: Type.Union([CurrentConversation, Type.Null()]),
});
export type Session = Static<typeof Session>;

const Citation = Type.Object({
  title: Type.String(),
  source_url: Nullable,
  content: Type.String(),
  document: Type.Integer({ description: 'The same number for passages of one document' }),
  spans: Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() })),
});
export type Citation = Static<typeof Citation>;

const Recording = Type.Object({ url: Type.String(), transcript: Type.String(), seconds: Type.Number() });
export type Recording = Static<typeof Recording>;

const StoredFile = Type.Object({
  name: Type.String(),
  kind: Type.String(),
  url: Type.String(),
  seconds: Type.Optional(Type.Number({ description: 'Length of a recording' })),
});

const AskedField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  type: oneOf(['text', 'number', 'email', 'phone', 'date', 'choice', 'boolean']),
  required: Type.Boolean(),
  description: Type.String(),
  choices: Type.Array(Type.String()),
  invalidText: Type.String(),
  value: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

/** What a flow asks the user for: buttons for quick replies, or a form. The service's texts are in the user's language. */
const AskedQuestion = Type.Union([
  Type.Object({ kind: Type.Literal('choices'), choices: Type.Array(Type.String()) }),
  Type.Object({
    kind: Type.Literal('form'),
    fields: Type.Array(AskedField),
    requiredText: Type.String(),
    optionalText: Type.String(),
  }),
]);
export type AskedQuestion = Static<typeof AskedQuestion>;

const Survey = Type.Object(
  { rating: Type.Union([Type.Integer(), Type.Null()]), comment: Type.String() },
  { description: 'The user may rate the human session that ended' },
);
export type Survey = Static<typeof Survey>;

const Person = Type.Object(
  {
    name: Type.Union([Type.String(), Type.Null()], {
      description: 'null: the person has set no name for users',
    }),
    picture: Type.Union([Type.String(), Type.Null()], { description: 'Path on this service' }),
  },
  { description: 'Who answers in the inbox. Absent: users see neither a name nor a picture' },
);
export type Person = Static<typeof Person>;

const QueuePlace = Type.Object(
  {
    position: Type.Integer({ description: 'From 1' }),
    wait_minutes: Type.Union([Type.Integer(), Type.Null()], {
      description: 'null: there are too few answers to estimate it, or it is too long to show',
    }),
  },
  { description: 'While nobody has taken the session in the inbox' },
);
export type QueuePlace = Static<typeof QueuePlace>;

const StoredMessage = Type.Object({
  id: Type.String(),
  message_id: Type.String(),
  answer_id: Nullable,
  role: oneOf(['user', 'assistant', 'human', 'notice']),
  text: Type.String(),
  files: Type.Array(StoredFile),
  audio: Type.Array(Recording),
  citations: Type.Array(Citation),
  feedback: Rating,
  feedback_reason: Type.Optional(FeedbackReason),
  feedback_comment: Type.Optional(Type.String()),
  status: oneOf(['running', 'ended', 'failed', 'stopped']),
  error: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
  asks: Type.Optional(AskedQuestion),
  reason: Type.Optional(
    Type.String({ description: 'Of a notice without a text: why the agent answers again after a person' }),
  ),
  survey: Type.Optional(Survey),
  person: Type.Optional(Person),
  create_time: Type.Integer({ description: 'Seconds' }),
  versions: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Of a question that was edited or answered again, and of its answer: the message IDs of all versions, oldest first',
    }),
  ),
});
export type StoredMessage = Static<typeof StoredMessage>;

const ListedConversation = Type.Object({
  conversation_id: Type.String(),
  subject: Type.String(),
  title: Type.String({
    description: 'The name that the visitor gave it. Empty: it is shown with its subject',
  }),
  recent_chat_time: Type.Integer({ description: 'Milliseconds' }),
  channel: Type.String(),
});
export type ListedConversation = Static<typeof ListedConversation>;

const OutgoingFile = Type.Object({ name: RequiredText({ maxLength: 255 }), base64_content: RequiredText() });
export type OutgoingFile = Static<typeof OutgoingFile>;

export const OutgoingMessage = Type.Object({
  conversation_id: Maybe(Type.String()),
  text: Maybe(Type.String()),
  files: Maybe(Type.Array(OutgoingFile, { maxItems: maxFiles })),
  replaces: Maybe(
    Type.String({
      description:
        'The message_id that this message replaces, with all messages after it. Without `text` the same question is answered again. Files of the replaced message are kept',
    }),
  ),
});
export type OutgoingMessage = Static<typeof OutgoingMessage>;

/** Values that a visitor chose, by name of an attribute. */
export const SearchFilter = Type.Record(
  Type.String({ maxLength: 60 }),
  Type.Array(Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]), {
    minItems: 1,
    maxItems: 20,
  }),
  { maxProperties: 5 },
);
export type SearchFilterValues = Static<typeof SearchFilter>;

const FoundDocument = Type.Object({
  title: Type.String(),
  url: Type.String({ description: 'http or https. Empty: there is no page' }),
  headings: Type.Array(Type.String()),
  snippet: Type.Array(Type.Object({ text: Type.String(), is_match: Type.Boolean() })),
});
export type FoundDocument = Static<typeof FoundDocument>;

const ShownFacet = Type.Object({
  name: Type.String(),
  label: Type.String(),
  values: Type.Array(
    Type.Object({ value: Type.Union([Type.String(), Type.Number(), Type.Boolean()]), count: Type.Integer() }),
  ),
});
export type ShownFacet = Static<typeof ShownFacet>;

export const ConversationChange = Type.Object({
  title: Type.String({ description: 'At most 100 characters. Empty: the automatic title is shown again' }),
});

export const HandoffRequest = Type.Object({
  conversation_id: Maybe(Type.String()),
  email: Maybe(Type.String({ maxLength: 254 })),
});
export type HandoffRequest = Static<typeof HandoffRequest>;

/** The page of the site on which the user is. */
export const UserPage = Type.Object({
  conversation_id: RequiredText(),
  url: Type.String({ maxLength: maxPageUrlLength }),
  title: Maybe(Type.String({ maxLength: maxPageTitleLength })),
});

export const SessionRating = Type.Object({
  conversation_id: RequiredText(),
  session_id: RequiredText(),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Maybe(Type.String({ description: `At most ${maxRatingCommentLength} characters` })),
});
export type SessionRating = Static<typeof SessionRating>;

export const SeenReply = Type.Object({
  conversation_id: RequiredText(),
  message_id: RequiredText({
    maxLength: 100,
    description: 'The newest reply of a person that the page displays',
  }),
});

export const maxLeftMessage = 5000;

export const LeftMessage = Type.Object({
  conversation_id: RequiredText(),
  email: Maybe(Type.String({ maxLength: 254 })),
  text: RequiredText({ maxLength: maxLeftMessage }),
});
export type LeftMessage = Static<typeof LeftMessage>;

export const TranscriptionRequest = Type.Object({ audio: OutgoingFile });

/** Why a recording has no text. */
export const TranscriptionProblem = oneOf(['silent', 'language', 'too_long', 'unreadable', 'unavailable']);
export type TranscriptionProblem = Static<typeof TranscriptionProblem>;

const said = { message_id: Type.String(), text: Type.String(), create_time: Type.Integer() };

/** An event of the live stream. */
const LiveEvent = Type.Union([
  Type.Object({
    type: Type.Literal('status'),
    status: HandoffStatus,
    typing: Type.Optional(Type.Boolean({ description: 'true: a person has just typed' })),
    seen: Type.Optional(
      Type.String({ description: 'message_id of the newest message of the user that a person has seen' }),
    ),
    person: Type.Optional(Person),
    queue: Type.Optional(QueuePlace),
  }),
  Type.Object(
    {
      type: Type.Literal('status'),
      status: Type.Literal('agent'),
      reason: Type.String(),
      message_id: Type.String(),
      create_time: Type.Integer(),
      survey: Type.Optional(Survey),
    },
    { description: 'The end of a human session, with the ID that it has in the history' },
  ),
  Type.Object({
    type: oneOf(['human-message', 'notice']),
    ...said,
    files: Type.Array(StoredFile),
    person: Type.Optional(Person),
  }),
  Type.Object({ type: Type.Literal('message'), ...said, status: Type.String() }),
]);
export type LiveEvent = Static<typeof LiveEvent>;

/** Checked by the compiler and sent unchanged: a serializer for each would slow down the start. */
const answer = <Schema extends Type.TSchema>(schema: Schema) => describedBy<Static<Schema>>(schema);

/** The response of each call. */
export const PageAnswers = {
  session: answer(Session),
  conversations: answer(Type.Object({ conversations: Type.Array(ListedConversation), more: Type.Boolean() })),
  search: answer(
    Type.Object({ total: Type.Integer(), list: Type.Array(FoundDocument), facets: Type.Array(ShownFacet) }),
  ),
  conversation: answer(Type.Object({ conversation_id: Type.String() })),
  messages: answer(
    Type.Object({
      messages: Type.Array(StoredMessage),
      more: Type.Boolean(),
      live_cursor: Type.String(),
    }),
  ),
  version: answer(Type.Object({ messages: Type.Array(StoredMessage), more: Type.Boolean() })),
  renamed: answer(ListedConversation),
  stopped: answer(Type.Object({ message_id: Type.String() })),
  citations: answer(Type.Object({ citations: Type.Array(Citation), asks: Type.Optional(AskedQuestion) })),
  handoff: answer(CurrentConversation),
  status: answer(Type.Object({ status: HandoffStatus })),
  /** For a message that was passed to a person. */
  passedOn: answer(
    Type.Object({ conversation_id: Type.String(), message_id: Type.String(), status: HandoffStatus }),
  ),
  transcription: answer(
    Type.Object({ text: Type.String(), problem: Type.Union([TranscriptionProblem, Type.Null()]) }),
  ),
  nothing: answer(Type.Object({})),
};

export type PageAnswer<Call extends keyof typeof PageAnswers> = Static<(typeof PageAnswers)[Call]>;
