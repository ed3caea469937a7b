import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

const style =
  ':root{color-scheme:light dark}body{display:grid;place-content:center;min-height:90dvh;margin:1rem;font:1rem/1.6 system-ui,sans-serif;text-align:center}h1{font-size:1.25rem;margin:0}p{margin:.5rem 0;opacity:.8}';

const styleHash = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`;

/** Why the chat is not available. */
const pages = {
  gone: {
    status: 410,
    en: ['This chat is closed', 'It is no longer available.'],
    zh: ['此聊天已关闭', '它已不再提供服务。'],
  },
  missing: {
    status: 404,
    en: ['There is no chat here', 'Please check the address.'],
    zh: ['这里没有聊天', '请检查网址。'],
  },
  off: {
    status: 404,
    en: [
      'This chat is disabled',
      'If you are an operator, enable the channel in the console: agent → Settings → Channels.',
    ],
    zh: ['此聊天未启用', '如果您是管理员，请在控制台中启用该渠道：智能体 → Settings → Channels。'],
  },
  unbuilt: {
    status: 503,
    en: [
      'The pages are not built yet',
      "Run <code>npm run build</code> in the service's folder, then reload this page.",
    ],
    zh: ['页面尚未构建', '请在服务的文件夹中运行 <code>npm run build</code>，然后重新加载此页面。'],
  },
} as const;

/** The languages of the chat page, by the browser's first language. */
const languageOf = ({ headers }: FastifyRequest): 'en' | 'zh' =>
  /^\s*zh\b/i.test(headers['accept-language'] ?? '') ? 'zh' : 'en';

/** A page without script that explains the problem in any frame, because it contains nothing to protect. */
export const sendPlainPage = (request: FastifyRequest, reply: FastifyReply, what: keyof typeof pages) => {
  const language = languageOf(request);
  const [title, text] = pages[what][language];
  return reply
    .code(pages[what].status)
    .headers({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', Vary: 'Accept-Language' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style><h1>${title}</h1><p>${text}</p></html>`,
    );
};
