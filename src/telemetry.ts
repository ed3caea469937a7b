import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import packageDescription from '../package.json' with { type: 'json' };
import { newId } from './lib/ids.ts';

/** An unreachable collector loses spans, but does not delay the shutdown. */
const flushWithinMs = 3000;

/**
 * Sends spans to an OpenTelemetry collector (OTLP over HTTP), in batches and in the background. What does not
 * fit the queue is dropped, so a slow or missing collector delays nothing. Imported only if an endpoint is
 * configured. It does not use safeFetch: like the database address, the operator configures this one.
 */
export const startTelemetry = (endpoint: string) => {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'frontdesk',
      'service.version': packageDescription.version,
      'service.instance.id': newId(),
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  return {
    /** Sends the queued spans. */
    close: async (): Promise<void> => {
      trace.disable();
      const late = new Promise((resolve) => setTimeout(resolve, flushWithinMs).unref());
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
};

export type Telemetry = ReturnType<typeof startTelemetry>;
