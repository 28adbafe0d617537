/** No data is older, and the database doesn't accept every year. */
export const firstDay = '2000-01-01'
