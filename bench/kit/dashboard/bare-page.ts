import type { Browser, CDPSession } from '@playwright/test'

/**
 * A page without a debugger. Playwright attaches one to each of its pages. React creates errors while it loads, and for
 * their line numbers a debugger makes Chromium parse the whole script again: more than 100 ms on a slow machine, which
 * users never wait for.
 */
export interface BarePage {
  readonly send: CDPSession['send']
  /** @returns what the expression gives, or its promise */
  evaluate<T>(expression: string): Promise<T>
  press(key: string): Promise<void>
  close(): Promise<void>
}

/** In a context of its own, with nothing in its caches. */
export async function openBarePage(browser: Browser): Promise<BarePage> {
  const root = await browser.newBrowserCDPSession()
  const { browserContextId } = await root.send('Target.createBrowserContext')
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId })
  // Playwright passes on no messages of sessions that it doesn't know, so they come wrapped.
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  root.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error } = JSON.parse(message)
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  })
  let asked = 0
  const send = (async (method: string, params: object = {}) => {
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++asked, answer)
    await root.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id: asked, method, params }),
    })
    return answer.promise
  }) as CDPSession['send']
  return {
    send,
    async evaluate<T>(expression: string) {
      const { result, exceptionDetails } = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`)
      return result.value as T
    },
    async press(key) {
      const text = key.length === 1 ? key : undefined
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...(text && { text }) })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key })
    },
    async close() {
      await root.send('Target.disposeBrowserContext', { browserContextId })
      await root.detach()
    },
  }
}
