import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Fault, parseFault } from '../lib/fault-point.ts';
import { parseIpRange } from '../lib/ip-address.ts';
import { createEgressPolicy } from '../lib/safe-fetch/index.ts';
import { parseSecretKey, type SecretKey } from '../lib/secret-key.ts';
import { ConfigError } from './config-error.ts';
import { type OidcSettings, readOidc } from './read-oidc.ts';
import { rerankerVariables, type Setting, settingTable } from './setting-table.ts';

/** One OpenAI-compatible server. */
export interface ServerSettings {
  baseUrl: string;
  apiKey: string | undefined;
  name: string;
}

/** One server that speaks OpenAI's audio endpoints: the models it listens and speaks with, and one of its voices. */
export interface SpeechSettings {
  baseUrl: string;
  apiKey: string | undefined;
  transcriptionName: string | undefined;
  synthesisName: string | undefined;
  voiceName: string | undefined;
}

/** One server that speaks /rerank, or the folder of a cross-encoder and the setting that names it. */
export type RerankerSettings =
  | { url: string; apiKey?: string; model?: string }
  | { folder: string; settingName: string };

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Encrypts the secrets in the database; absent: the key is in the key file. */
  secretKey: SecretKey | undefined;
  /** The key before a rotation; only `frontdesk secrets rotate` uses it. */
  secretKeyOld: SecretKey | undefined;
  secretKeyFile: string;
  /** What this process does: answer (api), work off jobs (worker), or both. */
  role: 'all' | 'api' | 'worker';
  publicUrl: string | undefined;
  /** Addresses and ranges whose X-Forwarded-* headers are believed. */
  trustedProxies: string[];
  /** Origins of pages that may call the developer API from a browser; `*` for every page. */
  corsOrigins: string[];
  apiKey: string | undefined;
  adminToken: string | undefined;
  /** Absent: there is no single sign-on. */
  oidc: OidcSettings | undefined;
  model: ServerSettings | undefined;
  embedding: ServerSettings | undefined;
  /** Absent: the embedded engines listen and speak. */
  speech: SpeechSettings | undefined;
  /** By the name the contract gives them. */
  rerankers: Partial<Record<keyof typeof rerankerVariables, RerankerSettings>>;
  egressAllow: string[];
  /** Where spans go, without /v1/traces; absent: nowhere. */
  otlpEndpoint: string | undefined;
  /** How long deliveries that have ended stay listed. */
  deliveryLogDays: number;
  logLevel: string;
  timeouts: {
    connectMs: number;
    firstTokenMs: number;
    betweenTokensMs: number;
    runMs: number;
    recognitionMs: number;
    documentMs: number;
  };
  /** Files read at once; absent: as the cores allow. */
  recognitionWorkers: number | undefined;
  limits: { messageBodyMb: number; documentBodyMb: number; tableBodyMb: number; downloadsPerAddress: number };
  /** Bytes of stored files; 0: no limit. */
  quotas: { visitorMb: number; agentMb: number; workspaceMb: number };
  /** Disk space that uploads leave free. */
  minFreeDiskMb: number;
  stop: {
    /** How long new requests are taken after readiness went down; absent: 5 s where something asks for readiness. */
    drainSeconds: number | undefined;
    /** How long answers under way may take to finish after that. */
    graceSeconds: number;
  };
  /** Where this process is to fail, for tests of what happens then; see docs/reliability.md. */
  fault: Fault | undefined;
}

type Values = Map<string, string | number | string[] | undefined>;

const readValue = (setting: Setting, value: unknown, origin: string): string | number | string[] => {
  const { kind } = setting;
  const wrong = (rule: string): never => {
    throw new ConfigError(`${origin} must be ${rule}`);
  };
  if (kind.type === 'list') {
    const items = Array.isArray(value) ? value : String(value).split(',');
    return items.map((item) => String(item).trim()).filter((item) => item !== '');
  }
  if (typeof value === 'object') return wrong('a single value');
  const text = String(value).trim();
  if (kind.type === 'integer') {
    const number = Number(text);
    if (text === '' || !Number.isInteger(number) || number < kind.minimum || number > kind.maximum)
      return wrong(`a whole number from ${kind.minimum} to ${kind.maximum}`);
    return number;
  }
  if (kind.type === 'url') {
    if (!URL.canParse(text) || !kind.schemes.includes(new URL(text).protocol))
      return wrong(`a URL starting with ${kind.schemes.map((scheme) => `${scheme}//`).join(' or ')}`);
    return text;
  }
  if (kind.oneOf && !kind.oneOf.includes(text)) return wrong(`one of ${kind.oneOf.join(', ')}`);
  if (kind.minLength && text.length < kind.minLength)
    return wrong(kind.minLength === 1 ? 'not empty' : `at least ${kind.minLength} characters long`);
  return text;
};

const flatten = (node: unknown, path: string, leaves: Map<string, unknown>): Map<string, unknown> => {
  if (node !== null && typeof node === 'object' && !Array.isArray(node))
    for (const [name, child] of Object.entries(node)) flatten(child, path ? `${path}.${name}` : name, leaves);
  else if (node !== null && node !== undefined) leaves.set(path, node);
  return leaves;
};

const readFile = (path: string): Map<string, unknown> => {
  let document: unknown;
  try {
    document = parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(`${path} is not readable YAML: ${(error as Error).message.split('\n')[0]}`);
  }
  if (document !== null && typeof document !== 'object')
    throw new ConfigError(`${path} must hold settings as "name: value" lines`);
  return flatten(document, '', new Map());
};

const collect = (environment: NodeJS.ProcessEnv, filePath: string | undefined): Values => {
  const values: Values = new Map();
  const fromFile = filePath ? readFile(filePath) : new Map<string, unknown>();
  for (const setting of settingTable as readonly Setting[]) {
    const inEnvironment = environment[setting.env];
    // An empty variable means "not set": compose files pass every variable on, set or not.
    if (inEnvironment !== undefined && inEnvironment !== '')
      values.set(setting.key, readValue(setting, inEnvironment, setting.env));
    else if (fromFile.has(setting.key))
      values.set(setting.key, readValue(setting, fromFile.get(setting.key), `${setting.key} in ${filePath}`));
    else values.set(setting.key, setting.default as string | number | string[] | undefined);
    fromFile.delete(setting.key);
  }
  const [unknownKey] = fromFile.keys();
  if (unknownKey !== undefined)
    throw new ConfigError(`${unknownKey} in ${filePath} is not a setting of Frontdesk`);
  return values;
};

const refuseUnknownVariables = (environment: NodeJS.ProcessEnv): void => {
  const known = new Set<string>(['FRONTDESK_CONFIG', ...settingTable.map((setting) => setting.env)]);
  for (const name of Object.keys(environment))
    if (name.startsWith('FRONTDESK_') && !name.startsWith('FRONTDESK_TEST_') && !known.has(name))
      throw new ConfigError(`${name} is not a setting of Frontdesk`);
};

const readServer = (values: Values, prefix: 'model' | 'embedding'): ServerSettings | undefined => {
  const variable = `FRONTDESK_${prefix.toUpperCase()}`;
  const baseUrl = values.get(`${prefix}.baseUrl`) as string | undefined;
  const name = values.get(`${prefix}.name`) as string | undefined;
  const apiKey = values.get(`${prefix}.apiKey`) as string | undefined;
  if (baseUrl === undefined && name === undefined && apiKey === undefined) return undefined;
  if (baseUrl === undefined) throw new ConfigError(`${variable}_BASE_URL is missing beside ${variable}_NAME`);
  if (name === undefined) throw new ConfigError(`${variable}_NAME is missing beside ${variable}_BASE_URL`);
  return { baseUrl, apiKey, name };
};

const readSpeech = (values: Values): SpeechSettings | undefined => {
  const read = (field: string) => values.get(`speech.${field}`) as string | undefined;
  const [baseUrl, apiKey, voiceName] = [read('baseUrl'), read('apiKey'), read('voiceName')];
  const [transcriptionName, synthesisName] = [read('transcriptionName'), read('synthesisName')];
  if (baseUrl === undefined) {
    if ([apiKey, voiceName, transcriptionName, synthesisName].every((value) => value === undefined))
      return undefined;
    throw new ConfigError('FRONTDESK_SPEECH_BASE_URL is missing beside the rest of the speech server');
  }
  if (transcriptionName === undefined && synthesisName === undefined)
    throw new ConfigError(
      'FRONTDESK_SPEECH_TRANSCRIPTION_NAME or FRONTDESK_SPEECH_SYNTHESIS_NAME is missing beside FRONTDESK_SPEECH_BASE_URL',
    );
  return { baseUrl, apiKey, transcriptionName, synthesisName, voiceName };
};

const readSecretKey = (values: Values, key: string, variable: string): SecretKey | undefined => {
  const text = values.get(key) as string | undefined;
  try {
    return text === undefined ? undefined : parseSecretKey(text, variable);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
};

const readRole = (values: Values): Config['role'] => {
  const role = values.get('role') as Config['role'];
  // The folder's lock lets nobody else in who could do the other half.
  if (role !== 'all' && values.get('databaseUrl') === undefined)
    throw new ConfigError('FRONTDESK_ROLE must be all without DATABASE_URL: on SQLite one process does both');
  return role;
};

const readEgressAllow = (entries: string[]): string[] => {
  try {
    createEgressPolicy(entries);
    return entries;
  } catch (error) {
    throw new ConfigError(`FRONTDESK_EGRESS_ALLOW: ${(error as Error).message}`);
  }
};

const readTrustedProxies = (entries: string[]): string[] => {
  for (const entry of entries)
    if (!parseIpRange(entry))
      throw new ConfigError(`FRONTDESK_TRUSTED_PROXIES: ${entry} is not an IP address or CIDR range`);
  return entries;
};

const readCorsOrigins = (entries: string[]): string[] => {
  for (const entry of entries)
    if (entry !== '*' && !(URL.canParse(entry) && new URL(entry).origin === entry))
      throw new ConfigError(
        `FRONTDESK_CORS_ORIGINS: ${entry} is not an origin such as https://shop.example (or *)`,
      );
  return entries;
};

const readRerankers = (values: Values): Config['rerankers'] => {
  const rerankers: Config['rerankers'] = {};
  for (const name of Object.keys(rerankerVariables) as (keyof typeof rerankerVariables)[]) {
    const read = (field: string) => values.get(`rerankers.${name}.${field}`) as string | undefined;
    const [url, apiKey, model, folder] = [read('url'), read('apiKey'), read('model'), read('folder')];
    if (url !== undefined && folder !== undefined)
      throw new ConfigError(
        `${rerankerVariables[name]}_FOLDER and ${rerankerVariables[name]}_URL exclude each other`,
      );
    if (url !== undefined) rerankers[name] = { url, apiKey, model };
    else if (folder !== undefined)
      rerankers[name] = { folder, settingName: `${rerankerVariables[name]}_FOLDER` };
    else if (apiKey !== undefined || model !== undefined)
      throw new ConfigError(`${rerankerVariables[name]}_URL is missing beside the rest of that reranker`);
  }
  return rerankers;
};

/** Not a setting: nobody should find it in a file, and it is never set by accident. */
const readFault = (text: string | undefined): Fault | undefined => {
  try {
    return text ? parseFault(text) : undefined;
  } catch (error) {
    throw new ConfigError(`FAULT ${(error as Error).message}`);
  }
};

/** Environment before frontdesk.yaml before defaults. The only reader of process.env. */
export const loadConfig = (
  environment: NodeJS.ProcessEnv = process.env,
  defaultFile = 'frontdesk.yaml',
): Config => {
  refuseUnknownVariables(environment);
  const named = environment.FRONTDESK_CONFIG;
  if (named && !existsSync(named))
    throw new ConfigError(`FRONTDESK_CONFIG names ${named}, which does not exist`);
  const values = collect(environment, named || (existsSync(defaultFile) ? defaultFile : undefined));
  const text = (key: string) => values.get(key) as string;
  const number = (key: string) => values.get(key) as number;
  return {
    host: text('host'),
    port: number('port'),
    dataDir: text('dataDir'),
    databaseUrl: values.get('databaseUrl') as string | undefined,
    secretKey: readSecretKey(values, 'secretKey', 'FRONTDESK_SECRET_KEY'),
    secretKeyOld: readSecretKey(values, 'secretKeyOld', 'FRONTDESK_SECRET_KEY_OLD'),
    secretKeyFile: (values.get('secretKeyFile') as string | undefined) ?? join(text('dataDir'), 'secret.key'),
    role: readRole(values),
    publicUrl: values.get('publicUrl') as string | undefined,
    trustedProxies: readTrustedProxies(values.get('trustedProxies') as string[]),
    corsOrigins: readCorsOrigins(values.get('corsOrigins') as string[]),
    apiKey: values.get('apiKey') as string | undefined,
    adminToken: values.get('adminToken') as string | undefined,
    oidc: readOidc(values),
    model: readServer(values, 'model'),
    embedding: readServer(values, 'embedding'),
    speech: readSpeech(values),
    rerankers: readRerankers(values),
    egressAllow: readEgressAllow(values.get('egressAllow') as string[]),
    otlpEndpoint: values.get('otlpEndpoint') as string | undefined,
    deliveryLogDays: number('deliveryLogDays'),
    logLevel: text('logLevel'),
    timeouts: {
      connectMs: number('timeouts.connectMs'),
      firstTokenMs: number('timeouts.firstTokenMs'),
      betweenTokensMs: number('timeouts.betweenTokensMs'),
      runMs: number('timeouts.runMs'),
      recognitionMs: number('timeouts.recognitionMs'),
      documentMs: number('timeouts.documentMs'),
    },
    recognitionWorkers: values.get('recognitionWorkers') as number | undefined,
    limits: {
      messageBodyMb: number('limits.messageBodyMb'),
      documentBodyMb: number('limits.documentBodyMb'),
      downloadsPerAddress: number('limits.downloadsPerAddress'),
      tableBodyMb: number('limits.tableBodyMb'),
    },
    quotas: {
      visitorMb: number('quotas.visitorMb'),
      agentMb: number('quotas.agentMb'),
      workspaceMb: number('quotas.workspaceMb'),
    },
    minFreeDiskMb: number('minFreeDiskMb'),
    stop: {
      drainSeconds: values.get('stop.drainSeconds') as number | undefined,
      graceSeconds: number('stop.graceSeconds'),
    },
    fault: readFault(environment.FAULT),
  };
};
