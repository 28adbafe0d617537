import './shared/mantine-styles.ts'
import './shared/theme.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { fetchAhead } from './app/fetch-ahead.ts'
import { isReached } from './shared/reached.ts'
import { startSettings } from './shared/settings.ts'
import { startTracking } from './shared/track.ts'

// A page left open across an update requests parts that are gone: reloading the document brings the new ones. Offline,
// reloading would fail, and the page would be lost.
addEventListener('vite:preloadError', async () => {
  const key = 'eupnea.reloadedAt'
  if (Date.now() - Number(sessionStorage.getItem(key)) < 10_000) return
  if (!(await isReached())) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
})

startSettings()
fetchAhead()
startTracking()
createRoot(document.getElementById('root')!).render(<App />)
