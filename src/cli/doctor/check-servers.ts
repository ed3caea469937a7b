import type { Config, ServerSettings } from '../../config/index.ts';
import { createSafeFetch, type SafeFetch } from '../../lib/safe-fetch/index.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const timeoutMs = 5000;

/** OpenAI-compatible servers list their models at this path. */
const listAddress = (baseUrl: string): string => {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|embeddings)$/, '');
  url.pathname = `${path === '' ? '/v1' : path}/models`;
  return url.href;
};

const checkServer = async (what: string, server: ServerSettings, fetch: SafeFetch): Promise<Finding> => {
  const { host } = new URL(server.baseUrl);
  try {
    const response = await fetch(listAddress(server.baseUrl), {
      headers: server.apiKey === undefined ? {} : { authorization: `Bearer ${server.apiKey}` },
      trusted: true,
      connectTimeoutMs: timeoutMs,
      totalTimeoutMs: timeoutMs,
    });
    await response.discard();
    if (response.status === 401 || response.status === 403)
      return fail(what, `${host} refuses the API key`, 'check the _API_KEY setting');
    return response.status < 300
      ? ok(what, `${host} answers (${server.name})`)
      : warn(what, `${host} answers with ${response.status}`, 'check the _BASE_URL setting');
  } catch (error) {
    return fail(
      what,
      `${host} does not answer (${(error as Error).message})`,
      'start it, or check the _BASE_URL setting',
    );
  }
};

export const checkServers = async (config: Config): Promise<Finding[]> => {
  const fetch = createSafeFetch({ allow: config.egressAllow });
  try {
    return [
      config.model
        ? await checkServer('Model server', config.model, fetch)
        : ok('Model', 'embedded; for a language model set FRONTDESK_MODEL_BASE_URL and _NAME'),
      config.embedding
        ? await checkServer('Embedding server', config.embedding, fetch)
        : ok('Embedding', 'embedded'),
    ];
  } finally {
    await fetch.close();
  }
};
