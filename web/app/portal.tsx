import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startRenewal } from './renew.ts'
import { router } from './router.tsx'
import { startSessionWatch } from './session-watch.ts'

/** The router with every page, and the session watch. */
export function Portal() {
  useEffect(() => startSessionWatch(), [])
  useEffect(() => startRenewal(), [])
  return <RouterProvider router={router} />
}
