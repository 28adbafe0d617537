import { m } from '@eupnea/texts'
import { Link } from '@tanstack/react-router'
import { getHost, portalAddress } from '../shared/host.ts'
import './not-found-page.css'

/** Where the sub-domain of an unknown clinic lands; the way on is the portal's own address (SH-12). */
export function ClinicNotFoundPage() {
  const subDomain = getHost().sub_domain
  const sub_domain = subDomain?.slug
  return (
    <main className="not-found">
      <h1>{sub_domain && sub_domain !== '404' ? m.clinic_unknown({ sub_domain }) : m.clinic_unknown_any()}</h1>
      <p>Check the address, or go to the portal and choose the facility there.</p>
      <p>
        {subDomain ? (
          <a href={portalAddress(location, subDomain.slug)}>Go to the portal</a>
        ) : (
          <Link to="/">Go to the start page</Link>
        )}
      </p>
    </main>
  )
}
