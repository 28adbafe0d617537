/** Messages between the tabs of this browser; a tab doesn't hear its own. */

/** notifications: somebody acted on one, or its state is otherwise known to be older; signed-out: the session has ended */
type TabMessage = 'notifications' | 'signed-out'

const channel = globalThis.BroadcastChannel && globalThis.document ? new BroadcastChannel('eupnea') : null

export const tellTabs = (message: TabMessage): void => channel?.postMessage(message)

/** @returns a function that unsubscribes */
export function onTabs(message: TabMessage, listener: () => void): () => void {
  const hear = ({ data }: MessageEvent) => data === message && listener()
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
