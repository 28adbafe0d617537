/** There is nothing of any day before, and not every year is one for the database. */
export const firstDay = '2000-01-01'
