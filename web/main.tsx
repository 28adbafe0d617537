import './shared/mantine-styles.ts'
import './shared/theme.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { fetchAhead } from './app/fetch-ahead.ts'
import { startReloading } from './app/reload-for-parts.ts'
import { startSettings } from './shared/settings.ts'
import { startTracking } from './shared/track.ts'

startReloading()
startSettings()
fetchAhead()
startTracking()
createRoot(document.getElementById('root')!).render(<App />)
