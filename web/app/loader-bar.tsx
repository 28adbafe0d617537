import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import './loader-bar.css'

/** SH-20 */
const finishMs = 300

/** A thin line at the top while a page loads; it finishes 300 ms after the page appears. */
export function LoaderBar() {
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' })
  const [phase, setPhase] = useState<'idle' | 'running' | 'finishing'>('idle')
  useEffect(() => {
    if (isLoading) return setPhase('running')
    setPhase((before) => (before === 'idle' ? 'idle' : 'finishing'))
    const timer = setTimeout(() => setPhase('idle'), finishMs)
    return () => clearTimeout(timer)
  }, [isLoading])
  return phase === 'idle' ? null : <div className="loader-bar" data-phase={phase} aria-hidden />
}
