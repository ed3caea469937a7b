import { Type } from 'typebox';
import type { AgentSettings } from '../../../../agents/index.ts';
import { modelConfigSchemas } from '../../../../models/index.ts';
import { validatorCompiler } from '../../../server/validator.ts';

type Validate = ReturnType<typeof validatorCompiler>;

const places = ['model', 'fallbackModel'] as const;
const validators = new Map<string, Validate>();

const validatorOf = (place: (typeof places)[number], provider: string): Validate | undefined => {
  const key = `${place} ${provider}`;
  const known = validators.get(key);
  if (known) return known;
  const schema = modelConfigSchemas.find((one) => one.provider === provider)?.schema;
  if (!schema) return undefined;
  const whole = Type.Object({ settings: Type.Object({ [place]: schema }) });
  const validate = validatorCompiler({ schema: whole, httpPart: 'body', method: '', url: '' });
  validators.set(key, validate);
  return validate;
};

/**
 * A model has one of several kinds, and a check against all of them could only say that none matches. This
 * check uses the stated kind and names the wrong field.
 */
export const requireModels = (settings: AgentSettings): void => {
  for (const place of places) {
    const model: unknown = settings[place];
    if (model === null || typeof model !== 'object') continue;
    const result = validatorOf(
      place,
      String((model as { provider?: unknown }).provider),
    )?.({
      settings: { [place]: model },
    }) as { error?: Error } | undefined;
    if (result?.error) throw result.error;
  }
};
