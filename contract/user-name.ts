/** How users are called, everywhere; members and Providers are users. */

export interface NamedUser {
  readonly first_name: string
  readonly last_name: string
}

/** `Nora Night` */
export const userName = ({ first_name, last_name }: NamedUser): string => `${first_name} ${last_name}`.trim()
