export { baseUrlOf } from './base-url.ts';
export { type Config, loadConfig, type ServerSettings } from './config.ts';
export { ConfigError } from './config-error.ts';
export { disableLibraryTelemetry } from './disable-library-telemetry.ts';
export type { MailSettings } from './read-mail.ts';
