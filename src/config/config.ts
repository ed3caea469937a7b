import { existsSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { type Fault, parseFault } from '../lib/fault-point.ts';
import { parseIpRange } from '../lib/ip-address.ts';
import { isWithinFolder } from '../lib/is-within-folder.ts';
import { canonicalLanguage } from '../lib/language/language-tags.ts';
import { describeOriginProblem } from '../lib/origins/origin-problems.ts';
import { readOrigin } from '../lib/origins/read-origin.ts';
import { createEgressPolicy } from '../lib/safe-fetch/index.ts';
import { parseSecretKey, type SecretKey } from '../lib/secret-key.ts';
import { ConfigError } from './config-error.ts';
import { type FileStorageSettings, readFileStorage } from './read-file-storage.ts';
import { type MailSettings, readMail } from './read-mail.ts';
import { type OidcSettings, readOidc } from './read-oidc.ts';
import { readPlatformUrls } from './read-platform-urls.ts';
import { readSettings } from './read-settings.ts';
import { rerankerVariables, type Settings } from './settings-schema.ts';

/** One OpenAI-compatible server. */
export interface ServerSettings {
  baseUrl: string;
  apiKey: string | undefined;
  name: string;
}

/** One server with OpenAI's audio endpoints, its models and a voice. */
export interface SpeechSettings {
  baseUrl: string;
  apiKey: string | undefined;
  transcriptionName: string | undefined;
  transcriptionLanguages: string[];
  synthesisName: string | undefined;
  voiceName: string | undefined;
}

/** One server with a /rerank endpoint, or the folder of a cross-encoder and the setting that names it. */
export type RerankerSettings =
  | { url: string; apiKey?: string; model?: string }
  | { folder: string; settingName: string };

/** Settings that depend on each other or need more than their schema to be read. */
type Interpreted =
  | 'secretKey'
  | 'secretKeyOld'
  | 'secretKeyFile'
  | 'files'
  | 'oidc'
  | 'model'
  | 'embedding'
  | 'speech'
  | 'mail'
  | 'platformUrls'
  | 'rerankers';

export interface Config extends Omit<Settings, Interpreted> {
  /** Encrypts the secrets in the database; undefined: the key is in the key file. */
  secretKey: SecretKey | undefined;
  /** The key before a rotation; only `frontdesk secrets rotate` uses it. */
  secretKeyOld: SecretKey | undefined;
  secretKeyFile: string;
  /** undefined: files are in the data folder (SQLite) or in the database (PostgreSQL). */
  files: FileStorageSettings | undefined;
  /** undefined: no single sign-on. */
  oidc: OidcSettings | undefined;
  model: ServerSettings | undefined;
  embedding: ServerSettings | undefined;
  /** By platform. */
  platformUrls: Record<string, string>;
  /** undefined: the embedded engines transcribe and speak. */
  speech: SpeechSettings | undefined;
  /** undefined: no e-mail is sent. */
  mail: MailSettings | undefined;
  /** By their name in the API. */
  rerankers: Partial<Record<keyof typeof rerankerVariables, RerankerSettings>>;
  /** Fault to inject, for tests; see docs/reliability.md. */
  fault: Fault | undefined;
}

const readServer = (
  { baseUrl, name, apiKey }: Settings['model'],
  variable: 'FRONTDESK_MODEL' | 'FRONTDESK_EMBEDDING',
): ServerSettings | undefined => {
  if (baseUrl === undefined && name === undefined && apiKey === undefined) return undefined;
  if (baseUrl === undefined)
    throw new ConfigError(
      `${variable}_BASE_URL is required if ${variable}_NAME or ${variable}_API_KEY is set`,
    );
  if (name === undefined)
    throw new ConfigError(`${variable}_NAME is required if ${variable}_BASE_URL is set`);
  return { baseUrl, apiKey, name };
};

const readSpeech = (settings: Settings['speech']): SpeechSettings | undefined => {
  const { baseUrl, apiKey, transcriptionName, synthesisName, voiceName } = settings;
  const transcriptionLanguages = settings.transcriptionLanguages.map((tag) => {
    const language = canonicalLanguage(tag);
    if (language === undefined)
      throw new ConfigError(
        `FRONTDESK_SPEECH_TRANSCRIPTION_LANGUAGES: ${tag} is not a BCP 47 language tag, such as en or pt-BR`,
      );
    return language;
  });
  if (baseUrl === undefined) {
    const others = [apiKey, voiceName, transcriptionName, synthesisName, transcriptionLanguages[0]];
    if (others.every((value) => value === undefined)) return undefined;
    throw new ConfigError(
      'FRONTDESK_SPEECH_BASE_URL is required if another FRONTDESK_SPEECH_ setting is set',
    );
  }
  if (transcriptionName === undefined && transcriptionLanguages.length > 0)
    throw new ConfigError(
      'FRONTDESK_SPEECH_TRANSCRIPTION_NAME is required if FRONTDESK_SPEECH_TRANSCRIPTION_LANGUAGES is set',
    );
  if (transcriptionName === undefined && synthesisName === undefined)
    throw new ConfigError(
      'FRONTDESK_SPEECH_TRANSCRIPTION_NAME or FRONTDESK_SPEECH_SYNTHESIS_NAME is required if FRONTDESK_SPEECH_BASE_URL is set',
    );
  return { baseUrl, apiKey, transcriptionName, transcriptionLanguages, synthesisName, voiceName };
};

const readSecretKey = (text: string | undefined, variable: string): SecretKey | undefined => {
  try {
    return text === undefined ? undefined : parseSecretKey(text, variable);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
};

const readRole = ({ role, databaseUrl }: Settings): Config['role'] => {
  // The folder lock allows only one process, so it must do everything.
  if (role !== 'all' && databaseUrl === undefined)
    throw new ConfigError(
      'FRONTDESK_ROLE must be all without DATABASE_URL: with SQLite there is only one process',
    );
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

/** The data folder contains the database and its key, so no source may read it. */
const readSourceFolders = ({ sourceFolders, dataDir }: Settings): string[] =>
  sourceFolders.map((folder) => {
    if (!isAbsolute(folder))
      throw new ConfigError(`FRONTDESK_SOURCE_FOLDERS: ${folder} must be an absolute path`);
    const [path, data] = [resolve(folder), resolve(dataDir)];
    if (isWithinFolder(path, data) || isWithinFolder(data, path))
      throw new ConfigError(
        `FRONTDESK_SOURCE_FOLDERS: ${folder} must not contain the data folder ${data} or be in it`,
      );
    return path;
  });

const readTrustedProxies = (entries: string[]): string[] => {
  for (const entry of entries)
    if (!parseIpRange(entry))
      throw new ConfigError(`FRONTDESK_TRUSTED_PROXIES: ${entry} is not an IP address or CIDR range`);
  return entries;
};

const readCorsOrigins = (entries: string[]): string[] =>
  entries.map((entry) => {
    const reading = readOrigin(entry);
    if (reading.isValid) return reading.value;
    // Only policies of browsers cannot contain IPv6 addresses. Here, origins are compared.
    if (reading.problem === 'ipv6' && URL.parse(entry)?.origin === entry) return entry;
    throw new ConfigError(
      `FRONTDESK_CORS_ORIGINS: ${entry} ${describeOriginProblem(reading, 'https://shop.example (or *)')}`,
    );
  });

const readRerankers = (settings: Settings['rerankers']): Config['rerankers'] => {
  const rerankers: Config['rerankers'] = {};
  for (const name of Object.keys(rerankerVariables) as (keyof typeof rerankerVariables)[]) {
    const { url, apiKey, model, folder } = settings[name];
    if (url !== undefined && folder !== undefined)
      throw new ConfigError(
        `${rerankerVariables[name]}_FOLDER and ${rerankerVariables[name]}_URL cannot both be set`,
      );
    if (url !== undefined) rerankers[name] = { url, apiKey, model };
    else if (folder !== undefined)
      rerankers[name] = { folder, settingName: `${rerankerVariables[name]}_FOLDER` };
    else if (apiKey !== undefined || model !== undefined)
      throw new ConfigError(`${rerankerVariables[name]}_URL is required if its _MODEL or _API_KEY is set`);
  }
  return rerankers;
};

/** Only an environment variable, not a setting in the file, so that it is never set by accident. */
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
  const named = environment.FRONTDESK_CONFIG;
  if (named && !existsSync(named))
    throw new ConfigError(`FRONTDESK_CONFIG names ${named}, which does not exist`);
  const settings = readSettings(environment, named || (existsSync(defaultFile) ? defaultFile : undefined));
  return {
    ...settings,
    secretKey: readSecretKey(settings.secretKey, 'FRONTDESK_SECRET_KEY'),
    secretKeyOld: readSecretKey(settings.secretKeyOld, 'FRONTDESK_SECRET_KEY_OLD'),
    secretKeyFile: settings.secretKeyFile ?? join(settings.dataDir, 'secret.key'),
    role: readRole(settings),
    files: readFileStorage(settings.files),
    trustedProxies: readTrustedProxies(settings.trustedProxies),
    corsOrigins: readCorsOrigins(settings.corsOrigins),
    oidc: readOidc(settings.oidc),
    model: readServer(settings.model, 'FRONTDESK_MODEL'),
    embedding: readServer(settings.embedding, 'FRONTDESK_EMBEDDING'),
    speech: readSpeech(settings.speech),
    mail: readMail(settings.mail),
    rerankers: readRerankers(settings.rerankers),
    egressAllow: readEgressAllow(settings.egressAllow),
    platformUrls: readPlatformUrls(settings.platformUrls),
    sourceFolders: readSourceFolders(settings),
    fault: readFault(environment.FAULT),
  };
};
