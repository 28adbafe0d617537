/** What a push brings to the browser's service worker (AN-3), as JSON. It shows no name. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** a newer push with the same one replaces it */
  readonly tag: string
  /** whether it stays on the screen until somebody deals with it */
  readonly stays: boolean
  /** the page it opens */
  readonly url: string
  /** ms since the epoch */
  readonly at: number
  /** acknowledges once; null: there is nothing to acknowledge */
  readonly token: string | null
  /** texts, because a service worker has no catalogue */
  readonly words: {
    readonly open: string
    readonly acknowledge: string
    /** shown instead of the title's notification when it could not be acknowledged */
    readonly failed: string
  }
}
