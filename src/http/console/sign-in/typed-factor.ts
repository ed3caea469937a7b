import { Type } from 'typebox';
import type { FactorAnswer } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';

export const typedFactorFields = {
  code: Type.Optional(
    Type.String({ maxLength: 20, description: 'Code of the authenticator app', examples: ['123 456'] }),
  ),
  recoveryCode: Type.Optional(Type.String({ maxLength: 50 })),
};

export const TypedFactor = Type.Object(typedFactorFields);

export const readFactorAnswer = (body: { code?: string; recoveryCode?: string }): FactorAnswer => {
  if (body.code !== undefined) return { code: body.code };
  if (body.recoveryCode !== undefined) return { recoveryCode: body.recoveryCode };
  throw new AppError('invalidParameter', 'code or recoveryCode is required');
};
