import { Type } from 'typebox';
import type { OperatorToken } from '../../../accounts/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { Name, NullableTime, Role, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';

const tokenFields = {
  id: Type.String(),
  name: Type.String(),
  kind: Type.Union([Type.Literal('created'), Type.Literal('preset'), Type.Literal('first-start')], {
    description: 'preset: the setting FRONTDESK_ADMIN_TOKEN. first-start: printed by the first start',
  }),
  role: Role,
  createdBy: Type.String(),
  createdAt: Time,
  expiresAt: NullableTime,
  revokedAt: NullableTime,
  lastUsedAt: NullableTime,
};

export const Token = Type.Object(tokenFields, { title: 'OperatorToken' });

export const CreatedToken = Type.Object(
  { ...tokenFields, token: Type.String({ description: 'The token; shown only once' }) },
  { title: 'NewOperatorToken' },
);

const isoTime = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:\\d{2})$';

export const TokenBody = Type.Object({
  name: Name,
  role: Role,
  expiresAt: Type.Optional(
    Type.Union([Type.String({ pattern: isoTime, description: 'ISO 8601; default: never' }), Type.Null()]),
  ),
});

export const presentToken = (token: OperatorToken) => ({
  id: token.id,
  name: token.name,
  kind: token.kind,
  role: token.role,
  createdBy: token.createdBy,
  createdAt: toTime(token.createdAtMs),
  expiresAt: toNullableTime(token.expiresAtMs),
  revokedAt: toNullableTime(token.revokedAtMs),
  lastUsedAt: toNullableTime(token.lastUsedAtMs),
});

export const readExpiry = (clock: Clock, text: string | null | undefined): number | null => {
  if (text === null || text === undefined) return null;
  const timeMs = Date.parse(text);
  if (!(timeMs > clock.nowMs()))
    throw new AppError('invalidParameter', 'expiresAt must be a time in the future');
  return timeMs;
};
