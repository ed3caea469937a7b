/** In one hour. */
export const inOneHour = (nowMs: number): Date => new Date(nowMs + 3_600_000);

/** Tomorrow at 9:00, in the time zone of the browser. */
export const tomorrowMorning = (nowMs: number): Date => {
  const time = new Date(nowMs);
  time.setDate(time.getDate() + 1);
  time.setHours(9, 0, 0, 0);
  return time;
};

/** For an input of a local time: 2030-01-31T09:00. */
export const localInputValue = (time: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
};
