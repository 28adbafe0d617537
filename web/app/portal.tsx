import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { router } from './router.tsx'
import { startSessionWatch } from './session-watch.ts'

/** The router with every page, and the session watch. */
export function Portal() {
  useEffect(() => startSessionWatch(), [])
  return <RouterProvider router={router} />
}
