/** One numbered section of the policy (specification section 2). */
export interface PolicySection {
  /** anchor, `pp_p1` to `pp_p17` */
  readonly id: string
  readonly title: string
  readonly blocks: readonly PolicyBlock[]
}

/** A paragraph, a list or a table. */
export type PolicyBlock = string | { readonly list: readonly string[] } | { readonly table: PolicyTable }

export interface PolicyTable {
  readonly caption: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}
