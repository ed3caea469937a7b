/** Sets an own property, also for names such as `__proto__`, whose assignment would change the prototype. */
export const defineField = (fields: Record<string, unknown>, name: string, value: unknown): void => {
  Object.defineProperty(fields, name, { value, writable: true, enumerable: true, configurable: true });
};
