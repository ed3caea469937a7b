import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageCandidates } from '../../lib/language/language-tags.ts';
import { firstAccepted } from '../request/accept-language.ts';
import { type PlainPage, plainPageTexts } from './plain-page-texts.ts';

const style =
  ':root{color-scheme:light dark}body{display:grid;place-content:center;min-height:90dvh;margin:1rem;font:1rem/1.6 system-ui,sans-serif;text-align:center}h1{font-size:1.25rem;margin:0}p{margin:.5rem 0;opacity:.8}';

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

const statuses: Record<PlainPage, number> = {
  gone: 410,
  missing: 404,
  off: 404,
  origin: 403,
  unbuilt: 503,
};

/** The text in the browser's first language, otherwise in English. */
const textFor = (what: PlainPage, { headers }: FastifyRequest) => {
  for (const language of firstAccepted(headers['accept-language']).flatMap(languageCandidates)) {
    const text = plainPageTexts[language]?.[what];
    if (text) return { language, text };
  }
  return { language: 'en', text: plainPageTexts.en[what] };
};

/**
 * A page without script that explains the problem in any frame, because it contains nothing to protect.
 *
 * @param origin must be an origin that `readOrigin` accepted: it is written into the page as it is.
 */
export const sendPlainPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  what: PlainPage,
  { origin = '' }: { origin?: string } = {},
) => {
  const {
    language,
    text: [title, explanation],
  } = textFor(what, request);
  return reply
    .code(statuses[what])
    .headers({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', Vary: 'Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}" dir="auto"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style><h1>${title}</h1><p>${explanation.replace('{origin}', `<b dir="ltr">${origin}</b>`)}</p></html>`,
    );
};
