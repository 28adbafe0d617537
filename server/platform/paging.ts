/** Turns `page` (from 1) and `page_size` of the contract into offset and limit. */
export const pageOf = (input: { page: number; page_size: number }): { offset: number; limit: number } => ({
  offset: (input.page - 1) * input.page_size,
  limit: input.page_size,
})
