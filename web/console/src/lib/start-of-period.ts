/** Unix time at which a period of this many days begins that ends today, at midnight in the operator's time zone. */
export const startOfPeriod = (days: number): number => {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  // Calendar days, as a day can have 23 or 25 hours.
  midnight.setDate(midnight.getDate() - (days - 1));
  return Math.floor(midnight.getTime() / 1000);
};
