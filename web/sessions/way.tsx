import { createContext, type ReactNode, use } from 'react'

/** How the sign-in pages navigate: through the router, or by opening the portal while it hasn't been fetched yet. */
export interface Way {
  go(path: string): void
  /** leaves no history entry */
  replace(path: string): void
}

export const WayContext = createContext<Way | null>(null)

/** @throws Error if no page provides one */
export function useWay(): Way {
  const way = use(WayContext)
  if (!way) throw new Error('WayContext is missing')
  return way
}

interface WayLinkProps {
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
}

/** With a modifier key, the browser opens a new tab or window by itself. */
export function WayLink({ to, className, children }: WayLinkProps) {
  const way = useWay()
  return (
    <a
      href={to}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        way.go(to)
      }}
    >
      {children}
    </a>
  )
}
