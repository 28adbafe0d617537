/** How long an export and its files are kept after it was made. */
export const keptHours = 24
