import type { WidgetError, WidgetErrorCode } from './widget-types.ts';

export const createWidgetError = (code: WidgetErrorCode, message: string): WidgetError =>
  Object.assign(new Error(message), { code });
