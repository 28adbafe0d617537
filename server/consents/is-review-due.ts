/** Whether the review date of a consent has come, by the facility's clock. */
export const isReviewDue = (review_on: string | null, tz: string): boolean =>
  review_on !== null && review_on <= Temporal.Now.plainDateISO(tz).toString()
