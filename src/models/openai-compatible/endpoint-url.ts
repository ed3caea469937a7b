import { providerTable } from '../provider-table.ts';

/**
 * URL of chat completions for a configured base URL.
 *
 * | base URL                                  | called                                        |
 * |-------------------------------------------|-----------------------------------------------|
 * | `http://host:11434` or `http://host/`     | `…/v1/chat/completions`                       |
 * | `https://host/v1`, `/v1/`, `/api/v3`, …   | `…/chat/completions` below that path          |
 * | a URL that ends in `/chat/completions`    | itself                                        |
 *
 * A host without a path means version 1, which every such server has. A path is used as written. The query string is
 * kept, because some gateways need one. A text that is not a URL is unchanged, and the call then fails.
 */
export const endpointUrl = (baseUrl: string): string => {
  const url = URL.parse(baseUrl);
  if (url === null) return baseUrl;
  const path = url.pathname.replace(/\/+$/, '');
  if (path === '') url.pathname = '/v1/chat/completions';
  else if (!path.endsWith('/chat/completions')) url.pathname = `${path}/chat/completions`;
  else url.pathname = path;
  url.hash = '';
  return url.href;
};

/** OpenAI's own server differs in a few defaults from other servers with its protocol. */
const openaiHost = new URL(providerTable.openai.address.baseUrl).hostname;

export const isOpenaiItself = (baseUrl: string): boolean => URL.parse(baseUrl)?.hostname === openaiHost;
