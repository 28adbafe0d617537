/**
 * Runs before the first paint, when nothing is known but what this browser kept: shows the theme and the outline of the
 * page that people saw last (FrameSkeleton), without a flash of another one. Built as a script of its own, without
 * imports; `shared/settings.ts` keeps what it reads.
 */
{
  const root = document.documentElement
  const kept = (key: string, storage: 'localStorage' | 'sessionStorage' = 'localStorage'): string | null => {
    try {
      return globalThis[storage].getItem(key)
    } catch {
      return null
    }
  }
  const theme = kept('eupnea.lastTheme') ?? 'device'
  const isDark = theme === 'device' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  // Nothing kept: the start page is where visitors sign in, every other is for people who are signed in.
  const frame = kept('eupnea.lastFrame') ?? (location.pathname === '/' ? null : 'left')
  const isBare = /^\/(user\/|clinic\/(wall|notfound)|display|pp$|privacypolicy|admin\/reports)/i
  if (frame && !isBare.test(location.pathname)) root.dataset.frame = frame
  if (/^\/clinic\/profile/i.test(location.pathname)) root.dataset.firstPage = 'cards'

  // The app's script doesn't arrive during a fault of the network, or from a node that has another version than the one
  // that sent this document. Without it nothing would ever try again, and nobody would be notified. What stays missing is
  // tried more and more seldom; the app forgets the wait when it starts (`app/reload-for-parts.ts`).
  const waitKey = 'eupnea.reloadWaitMs'
  const waitMs = Math.min(Number(kept(waitKey, 'sessionStorage')) * 2 || 5_000, 300_000)
  const startAnew = () =>
    setTimeout(async () => {
      const isReached = await fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (!isReached) return startAnew()
      try {
        sessionStorage.setItem(waitKey, String(waitMs))
      } catch {}
      location.reload()
    }, waitMs)
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) startAnew()
    },
    true,
  )
}
