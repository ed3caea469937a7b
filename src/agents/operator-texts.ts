import { type Static, Type } from 'typebox';

/** Most languages of one agent. */
export const maxTranslations = 50;

export const Greeting = Type.String({ maxLength: 2000, default: '' });

export const Suggestions = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: 6,
  default: [],
});

/** Empty: the built-in text of the chat page, in the language of the page. */
export const DisclosureText = Type.String({
  maxLength: 300,
  default: '',
  description: 'Text of the AI disclosure. Empty: the built-in text in the language of the page',
});

/** On the button of the widget. */
export const LauncherText = Type.String({ maxLength: 40, default: '' });

export const HandoffText = (text: string) => Type.String({ maxLength: 1000, default: text });

/** Texts around a handoff that users read, as they are until an operator changes them. */
export const defaultHandoffTexts = {
  connectingText: 'I am connecting you to a colleague.',
  emailText: 'Please enter your e-mail address. Then I will connect you to a colleague.',
  unreachableText:
    'Nobody can be reached at the moment. Your messages are kept and will be passed on as soon as possible.',
};

const Translation = Type.Object(
  {
    greeting: Greeting,
    suggestions: Suggestions,
    aiDisclosureText: DisclosureText,
    launcherText: LauncherText,
    connectingText: HandoffText(''),
    emailText: HandoffText(''),
    unreachableText: HandoffText(''),
  },
  { default: {} },
);

export const Translations = Type.Record(Type.String(), Translation, {
  maxProperties: maxTranslations,
  default: {},
  description:
    "Texts of `channels` and `humanService` in other languages, by BCP 47 language tag. A user gets the text of their language (`pt-BR`, then `pt`); where it is missing or empty, the agent's own text",
});

export type Translation = Static<typeof Translation>;
