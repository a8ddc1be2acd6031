/** The overview tells the changes of so many days. */
export const DAYS = 7;
