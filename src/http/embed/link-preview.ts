import { type Agent, type ShownImages, translated } from '../../agents/index.ts';
import { canonicalLanguage, languageCandidates } from '../../lib/language/language-tags.ts';
import { type Html, html } from '../response/html.ts';

const maxTitle = 100;
const maxDescription = 200;

/** Control characters, and those that change the direction of the text after them: they could fake other text. */
const unsafeCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\ufeff]+/gu;

/** One line of limited length. Programs that show previews cut longer texts in other ways. */
const oneLine = (text: string, maxCharacters: number): string => {
  // A long text is cut first, so that the rest is cheap.
  const line = text
    .slice(0, 4 * maxCharacters)
    .toWellFormed()
    .replace(unsafeCharacters, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= maxCharacters
    ? line
    : `${characters
        .slice(0, maxCharacters - 1)
        .join('')
        .trimEnd()}…`;
};

interface LinkPreview {
  agent: Pick<Agent, 'id' | 'name' | 'settings'>;
  images: ShownImages;
  /** Of the service, for absolute URLs. */
  origin: string;
  /** Of the reader, most preferred first. Programs that create previews usually name none. */
  languages: readonly string[];
}

const meta = (property: string, content: string | number): Html =>
  html`<meta property="${property}" content="${content}">`;

/** Title, description and image of a share page, for the browser's tab and for previews of a link to it. */
export const linkPreview = ({ agent, images, origin, languages }: LinkPreview): Html => {
  const { translations, channels } = agent.settings;
  const language = languages
    .flatMap(languageCandidates)
    .find((tag) => Object.hasOwn(translations, tag) && translations[tag]!.greeting !== '');
  const title = oneLine(agent.name, maxTitle);
  const description = oneLine(
    translated(translations, 'greeting', languages) ?? channels.greeting,
    maxDescription,
  );
  const image = images.logo ?? images.avatar;
  const icon = images.avatar ?? images.logo;
  return html`<title>${title}</title>${
    description !== '' && html`<meta name="description" content="${description}">`
  }${icon !== null && html`<link rel="icon" href="${icon.path}">`}${[
    meta('og:type', 'website'),
    meta('og:title', title),
    meta('og:url', `${origin}/share/${agent.id}`),
  ]}${description !== '' && meta('og:description', description)}${
    language !== undefined && meta('og:locale', canonicalLanguage(language)!.replaceAll('-', '_'))
  }${
    image !== null && [
      meta('og:image', `${origin}${image.path}`),
      meta('og:image:width', image.width),
      meta('og:image:height', image.height),
      meta('og:image:alt', oneLine(channels.logoAlt, maxTitle) || title),
    ]
  }<meta name="twitter:card" content="summary">`;
};
