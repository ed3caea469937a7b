/** Length of a recording: 0:07, 12:30. A started second counts, so that no recording has the length 0:00. */
export const lengthText = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};
