/**
 * Runs before the first paint, when nothing is known but what this browser kept: shows the theme and the outline of the
 * page that people saw last (FrameSkeleton), without a flash of another one. Built as a script of its own, without
 * imports; `shared/settings.ts` keeps what it reads.
 */
{
  const root = document.documentElement
  const kept = (key: string): string | null => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const theme = kept('eupnea.lastTheme')
  const isDark = theme === 'device' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  // Nothing kept: the start page is where visitors sign in, every other is for people who are signed in.
  const frame = kept('eupnea.lastFrame') ?? (location.pathname === '/' ? null : 'left')
  const isBare = /^\/(user\/|clinic\/(wall|notfound)|display|pp$|privacypolicy|admin\/reports)/i
  if (frame && !isBare.test(location.pathname)) root.dataset.frame = frame
  if (/^\/clinic\/profile/i.test(location.pathname)) root.dataset.firstPage = 'cards'
}
