/** Waiting time as a clock: 0:05, 12:30, 1:02:03. */
export const formatWaited = (waitedMs: number): string => {
  const seconds = Math.max(0, Math.floor(waitedMs / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
};
