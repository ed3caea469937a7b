/**
 * ONNX Runtime sends its maker what it is used for, unless the environment says otherwise when it is first used.
 * Nothing leaves this service that its operator did not ask for. To be called before any thread is started: only
 * the main thread changes what native code sees. Processes that are started with an environment of their own say
 * the same there.
 */
export const disableLibraryTelemetry = (): void => {
  process.env.ORT_DISABLE_TELEMETRY = '1';
};
