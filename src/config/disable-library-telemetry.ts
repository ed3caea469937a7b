/**
 * ONNX Runtime sends usage reports to its vendor, unless the environment disables it before the first use.
 * The service sends nothing that its operator did not configure. Call this before any thread is started: only
 * the main thread can change the environment of native code. Processes with their own environment set the
 * same variable there.
 */
export const disableLibraryTelemetry = (): void => {
  process.env.ORT_DISABLE_TELEMETRY = '1';
};
