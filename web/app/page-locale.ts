import { defaultLocale, setPageLocale } from '@eupnea/texts/locale.ts'
import { useLocation } from '@tanstack/react-router'
import { useClinic, useClinics } from '../shared/clinic.ts'
import { useSession } from '../shared/session.ts'

/**
 * Sets the formats of the page's dates and numbers: those of the facility it is about, or the default where it is about
 * several. Called above the page, which gets the locale as its key, so that nothing drawn in another one stays.
 */
export function usePageLocale(): string {
  const session = useSession()
  const chosen = useClinic()
  const { data: clinics } = useClinics()
  const { pathname } = useLocation()
  const slug = /^\/facility\/(?:profile|edit|settings)\/([^/]+)/.exec(pathname)?.[1]
  const isAtClinic = session?.role === 'Clinic' || /^\/(clinic|patient|n)\//.test(pathname)
  const clinic = slug ? clinics?.find((one) => one.slug === slug) : isAtClinic ? chosen : null
  const locale = clinic?.locale ?? defaultLocale
  setPageLocale(locale)
  return locale
}
