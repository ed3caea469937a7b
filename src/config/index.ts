export { type Config, ConfigError, loadConfig, type ServerSettings } from './config.ts';
export { disableLibraryTelemetry } from './disable-library-telemetry.ts';
