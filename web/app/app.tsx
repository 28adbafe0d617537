import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadHost } from '../shared/host.ts'
import { keepFocus } from '../shared/keep-focus.ts'
import { setTitle } from '../shared/page-title.ts'
import { queryClient } from '../shared/query.ts'
import { sessionQuery } from '../shared/session.ts'
import { useSettings } from '../shared/settings.ts'
import { cssVariablesResolver, theme } from '../shared/theme.ts'
import { Entrance } from './entrance.tsx'
import { settleIn } from './settle-in.ts'

/** The whole page: theme, answers, and what is shown. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Themed />
    </QueryClientProvider>
  )
}

function Themed() {
  const { data: session } = useQuery(sessionQuery)
  const { isLightTheme, locale } = useSettings()
  useEffect(keepFocus, [])
  useEffect(() => {
    document.documentElement.lang = locale
  }, [locale])
  // Also when a session ends, when no route is checked.
  useEffect(() => {
    void loadHost().then((host) => {
      setTitle(host.title)
      // Until it is known who looks, the browser's last outline and theme stay.
      if (session !== undefined) settleIn(session, host)
    })
  }, [session])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme={isLightTheme ? 'light' : 'dark'}
    >
      <Entrance />
    </MantineProvider>
  )
}
